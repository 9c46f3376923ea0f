import { judgeHostile } from './judge-hostile.ts';
import { judgeScreens } from './judge-screens.ts';

await judgeScreens(0);
await judgeHostile(0);
