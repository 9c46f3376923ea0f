import { judgeHostile } from './judge-hostile.ts';

await judgeHostile(1);
