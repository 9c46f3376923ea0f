import { runningShopSql } from './running-shop-sql.ts';
import { type ShopProcess, shopFolder, startShopProcess } from './shop.ts';
import { theShop } from './the-shop.ts';

/** A shop of its own with more tools than the page shows at once. */
export async function startShopOfManyTools(): Promise<ShopProcess> {
  const shop = await startShopProcess({ folder: await shopFolder(theShop().folder) });
  await addTools(shop.folder, 120);
  return shop;
}

/** Fills the catalogue of a shop that runs up to so many tools. */
export async function addTools(folder: string, upTo: number): Promise<void> {
  const sql = await runningShopSql(folder);
  await sql`
    with added as (
      insert into tool (name, image, description, min_quantity, available, price)
      select 'Chisel ' || no || ' mm', (select image from tool limit 1), 'One of many.', 60, 100, 30
        from generate_series((select count(*) from tool) + 1, ${upTo}) no
      returning id, available)
    insert into stock_move (tool_id, kind, delta) select id, 'initial', available from added`;
  await sql.end();
}
