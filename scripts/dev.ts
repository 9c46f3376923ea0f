// `npm run dev`: the same shop, with pages served from source and reloaded on changes.
import { runShop } from './run-shop.ts';

process.env.NODE_ENV = 'development';
await runShop({});
