// What `npm run dev` runs: the same shop, with pages served from their sources and reloaded as they are edited.
import { runShop } from './run-shop.ts';

process.env.NODE_ENV = 'development';
await runShop({});
