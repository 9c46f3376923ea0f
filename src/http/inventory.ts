import { success } from '#model/kernel/outcome.ts';
import { addTool } from '#services/inventory/add-tool.ts';
import { ladderErrors, restockErrors } from './catalogue.ts';
import { besideField } from './problem.ts';
import type { Handlers } from './serve-calls.ts';

export const inventoryHandlers = {
  async addTool({ context, caller, body, headers }) {
    const added = await addTool(context, caller.id, body, headers['idempotency-key']);
    if (added.ok) return success({ acknowledged: true, insertedId: added.value.id });
    const { failure: why } = added;
    if (why.code === 'ladder_wrong') return ladderErrors(why.problems);
    if (why.code === 'restock_wrong') return restockErrors(why.problems);
    if (why.code === 'idempotency_key_reused') return { ok: false, failure: why };
    return besideField(why.code === 'picture_missing' ? 'image' : 'sku', why);
  },
} satisfies Partial<Handlers>;
