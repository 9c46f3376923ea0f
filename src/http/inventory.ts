import { success } from '#model/kernel/outcome.ts';
import { addTool } from '#services/inventory/add-tool.ts';
import { TOOL_REASONS } from './catalogue.ts';
import type { Handlers } from './serve-calls.ts';

export const inventoryHandlers: Pick<Handlers, 'addTool'> = {
  async addTool({ context, caller, body }) {
    const added = await addTool(context, caller.id, body);
    if (added.ok) return success({ acknowledged: true, insertedId: added.value.id });
    const { code } = added.failure;
    return { ok: false, failure: { code, detail: TOOL_REASONS[code].message, errors: [TOOL_REASONS[code]] } };
  },
};
