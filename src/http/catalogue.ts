import type { LadderProblem } from '#model/catalogue/ladder.ts';
import type { RestockProblem } from '#model/catalogue/restock.ts';
import { writeToolCursor } from '#model/catalogue/tool-cursor.ts';
import { failure, success } from '#model/kernel/outcome.ts';
import { checkItemNumber } from '#services/catalogue/check-item-number.ts';
import { deleteTool, restoreTool } from '#services/catalogue/delete-tool.ts';
import { editTool } from '#services/catalogue/edit-tool.ts';
import { getAlternatives } from '#services/catalogue/get-alternatives.ts';
import { getManagedTool } from '#services/catalogue/get-managed-tool.ts';
import { getTool } from '#services/catalogue/get-tool.ts';
import { listArchivedTools } from '#services/catalogue/list-archived-tools.ts';
import { listCategories } from '#services/catalogue/list-categories.ts';
import { listToolChanges } from '#services/catalogue/list-tool-changes.ts';
import { matchTools } from '#services/catalogue/match/match-tools.ts';
import { findTools } from '#services/catalogue/search/find-tools.ts';
import { forgetEditor, noteEditor } from '#services/catalogue/tool-editors.ts';
import { ladderText } from '#texts/ladder.ts';
import { restockText } from '#texts/restock.ts';
import { besideField, invalidField } from './problem.ts';
import type { Handlers } from './serve-calls.ts';

export const catalogueHandlers = {
  async listTools({ context, query }) {
    const { sort = 'oldest', limit, after, ...filter } = query;
    const page = await findTools(context, { filter, sort, after, ...(limit ? { limit } : {}) });
    return { ok: true, value: page.tools, list: { total: page.total, next: page.next && writeToolCursor(page.next) } };
  },

  getTool: ({ context, params }) => getTool(context, params.id),

  getAlternatives: ({ context, params, query }) => getAlternatives(context, params.id, query.quantity),

  matchTools: async ({ context, body }) => success({ lines: await matchTools(context, body.lines) }),

  listCategories: async ({ context }) => success(await listCategories(context)),

  async editTool({ context, caller, params, body, headers }) {
    const edited = await editTool(context, caller.id, params.id, body, headers['idempotency-key']);
    if (edited.ok) return success({ acknowledged: true, ...edited.value });
    const { failure: why } = edited;
    if (why.code === 'version_unknown')
      return invalidField('version', 'The tool never had this version. Read it again.');
    if (why.code === 'ladder_wrong') return ladderErrors(why.problems);
    if (why.code === 'restock_wrong') return restockErrors(why.problems);
    if (why.code === 'item_number_taken') return besideField('sku', why);
    return why.code === 'picture_missing' ? besideField('image', why) : { ok: false, failure: why };
  },

  getManagedTool: ({ context, params }) => getManagedTool(context, params.id),

  listToolChanges: ({ context, params, query }) => listToolChanges(context, params.id, query.after),

  checkItemNumber: async ({ context, params, query }) => success(await checkItemNumber(context, params.id, query.sku)),

  noteEditor: ({ context, caller, params }) => noteEditor(context, caller.id, params.id),

  async forgetEditor({ context, caller, params }) {
    const { left } = await forgetEditor(context, caller.id, params.id);
    return success({ acknowledged: true, deletedCount: left ? 1 : 0 });
  },

  async deleteTool({ context, caller, params }) {
    const { deleted, soldAhead } = await deleteTool(context, caller.id, params.id);
    return success({
      ...{ acknowledged: true, deletedCount: deleted ? 1 : 0 },
      ...(soldAhead > 0 && { sold_ahead: soldAhead }),
    });
  },

  listArchivedTools: async ({ context, query }) => success(await listArchivedTools(context, query)),

  async restoreTool({ context, caller, params }) {
    const done = await restoreTool(context, caller.id, params.id);
    return done.ok ? success({ acknowledged: true, modifiedCount: done.value.restored ? 1 : 0 }) : done;
  },
} satisfies Partial<Handlers>;

/** Prices, minimum and pack of a tool that do not fit each other. */
export const ladderErrors = (problems: readonly LadderProblem[]) =>
  invalid(problems.map((problem) => ({ field: problem.field, message: ladderText(problem) })));

export const restockErrors = (problems: readonly RestockProblem[]) =>
  invalid(problems.map((problem) => ({ field: problem.field, message: restockText(problem) })));

const invalid = (errors: { field: string; message: string }[]) => failure({ code: 'invalid_request', errors } as const);
