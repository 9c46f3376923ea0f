import { z } from 'zod';
import { StockChange, StockMove } from '#model/inventory/stock-change.ts';
import { UndatedTool } from '#model/inventory/undated-tool.ts';
import { ToolId } from '#model/kernel/ids.ts';
import { pageOf } from '#model/kernel/page.ts';
import { defineCall, OnceByKey } from './kernel/call.ts';
import { afterNext } from './kernel/page.ts';

const ofAdmins = { feature: 'catalogue', actor: 'admin', ownership: 'none' } as const;

const byId = z.object({ id: ToolId });
const NextDelivery = z.iso.date().nullable().meta({
  description:
    'The day of the next delivery; null while none is known. A restock ends it, unless its reason is "Returned by a buyer" or "Other"',
});

export const listStockMoves = defineCall('listStockMoves', {
  summary: 'How the stock of a tool came about, the newest move first, with a `next` for those before',
  ...ofAdmins,
  rate: 'read',
  problems: ['tool_not_found'],
  params: byId,
  query: z.object({ after: afterNext }),
  response: z.object({
    available: z.int(),
    paid: z.int().meta({ description: 'Pieces of orders that are paid and not shipped' }),
    held: z.int().meta({ description: 'Pieces of orders that are not paid' }),
    waiting: z
      .int()
      .meta({ description: 'Pieces sold ahead, which wait for a delivery: what is available goes to them first' }),
    restock_at: NextDelivery,
    ...pageOf(StockMove),
  }),
});

export const changeStock = defineCall('changeStock', {
  summary: 'Put pieces into the stock of a tool or correct its number, with a reason',
  ...ofAdmins,
  rate: 'write',
  changes: 'stock',
  problems: ['tool_not_found', 'idempotency_key_reused', 'stock_limit', 'stock_moved', 'undo_over'],
  params: byId,
  headers: OnceByKey,
  body: StockChange,
  response: z.object({
    ...{ acknowledged: z.boolean(), available: z.int() },
    waiting: z.int().meta({ description: 'Pieces sold ahead, which are about to get what is available' }),
    restock_at: NextDelivery,
  }),
});

export const listUndatedTools = defineCall('listUndatedTools', {
  summary:
    'Tools of which sold pieces wait for a delivery whose day is not known or is over, or that are archived, those with the most pieces first, 20 at most',
  ...ofAdmins,
  rate: 'read',
  response: z.object({
    rows: z.array(UndatedTool),
    total: z.int().meta({ description: 'How many there are, also beyond these' }),
  }),
});
