import { success } from '#model/kernel/outcome.ts';
import { copyList } from '#services/orders/lists/copy-list.ts';
import { deleteList } from '#services/orders/lists/delete-list.ts';
import { getList, getLists } from '#services/orders/lists/get-lists.ts';
import { renameList } from '#services/orders/lists/rename-list.ts';
import { saveList } from '#services/orders/lists/save-list.ts';
import type { Handlers } from '../serve-calls.ts';

export const savedListHandlers = {
  getLists: async ({ context, caller }) => success(await getLists(context, caller.id)),

  getList: ({ context, caller, params }) => getList(context, caller.id, params.id),

  async saveList({ context, caller, body }) {
    const saved = await saveList(context, caller.id, body);
    return saved.ok ? success({ acknowledged: true, insertedId: saved.value.id }) : saved;
  },

  async renameList({ context, caller, params, body }) {
    const renamed = await renameList(context, caller.id, params.id, body.name);
    return renamed.ok ? success({ acknowledged: true, modifiedCount: renamed.value.changed ? 1 : 0 }) : renamed;
  },

  async copyList({ context, caller, params }) {
    const copied = await copyList(context, caller.id, params.id);
    return copied.ok ? success({ acknowledged: true, insertedId: copied.value.id }) : copied;
  },

  async deleteList({ context, caller, params }) {
    const { list } = await deleteList(context, caller.id, params.id);
    return success({ acknowledged: true, deletedCount: list ? 1 : 0, list });
  },
} satisfies Partial<Handlers>;
