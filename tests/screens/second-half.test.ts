import { judgeHostile } from './judge-hostile.ts';
import { judgeScreens } from './judge-screens.ts';

await judgeScreens(1);
await judgeHostile(1);
