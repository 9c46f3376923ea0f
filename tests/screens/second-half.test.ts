import { judgeScreens } from './judge-screens.ts';

await judgeScreens(1);
