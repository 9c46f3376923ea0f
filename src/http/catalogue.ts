import { writeToolCursor } from '#model/catalogue/tool-cursor.ts';
import { success } from '#model/kernel/outcome.ts';
import { type AddToolFailure, addTool } from '#services/catalogue/add-tool.ts';
import { getTool, listTools } from '#services/catalogue/browse-tools.ts';
import { changeStock } from '#services/catalogue/change-stock.ts';
import { deleteTool } from '#services/catalogue/delete-tool.ts';
import { listStockMoves } from '#services/catalogue/list-stock-moves.ts';
import { linkToNext } from './link-next.ts';
import type { Handlers } from './serve-calls.ts';

type CatalogueCall = 'listTools' | 'getTool' | 'addTool' | 'deleteTool' | 'listStockMoves' | 'changeStock';

export const catalogueHandlers: Pick<Handlers, CatalogueCall> = {
  async listTools({ context, query, url }) {
    const { sort = 'oldest', limit, after, ...filter } = query;
    const page = await listTools(context, { filter, sort, after, ...(limit ? { limit } : {}) });
    const headers: Record<string, string> = { 'x-total-count': String(page.total) };
    if (page.next) headers.link = linkToNext(url, { after: writeToolCursor(page.next) });
    return { ok: true, value: page.tools, headers };
  },

  getTool: ({ context, params }) => getTool(context, params.id),

  async addTool({ context, caller, body }) {
    const added = await addTool(context, caller.id, body);
    if (added.ok) return success({ acknowledged: true, insertedId: added.value.id });
    const { code } = added.failure;
    return { ok: false, failure: { code, detail: REASONS[code].message, errors: [REASONS[code]] } };
  },

  async deleteTool({ context, caller, params }) {
    const { deleted } = await deleteTool(context, caller.id, params.id);
    return success({ acknowledged: true, deletedCount: deleted ? 1 : 0 });
  },

  listStockMoves: ({ context, params, query }) => listStockMoves(context, params.id, query.before),

  async changeStock({ context, caller, params, body, headers }) {
    const changed = await changeStock(context, caller.id, params.id, body, headers['idempotency-key']);
    if (changed.ok) return success({ acknowledged: true, ...changed.value });
    if (changed.failure.code !== 'stock_limit') return { ok: false, failure: { code: changed.failure.code } };
    const { code, detail } = changed.failure;
    return { ok: false, failure: { code, detail, errors: [{ field: 'pieces', message: detail }] } };
  },
};

const REASONS: Record<AddToolFailure['code'], { field: string; message: string }> = {
  picture_missing: {
    field: 'image',
    message: 'The shop does not keep this picture, or keeps it no longer. Choose it again.',
  },
  item_number_taken: { field: 'sku', message: 'Another tool of the catalogue has this item number.' },
};
