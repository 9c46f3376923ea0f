import process from 'node:process';
import { inject } from 'vitest';

/** The shop that this worker's tests walk through: no other worker changes it meanwhile. */
export function theShop(): { readonly origin: string; readonly folder: string } {
  const shops = inject('shops');
  const shop = shops[(Number(process.env.VITEST_POOL_ID) - 1) % shops.length];
  if (!shop) throw new Error('No shop was started for this project; see globalSetup in vitest.config.ts');
  return shop;
}
