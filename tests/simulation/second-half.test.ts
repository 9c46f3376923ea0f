import { ownDatabase } from '../harness/own-database.ts';
import { testLives } from './test-lives.ts';

testLives(await ownDatabase(), 'second');
