// What `npm start` runs: builds what is missing, opens the shop, and closes it again on Ctrl-C or SIGTERM.
import { buildIfNeeded } from './build.ts';
import { runShop } from './run-shop.ts';

process.env.NODE_ENV = 'production';
if (buildIfNeeded()) await runShop({ development: false });
else process.exitCode = 1;
