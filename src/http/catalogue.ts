import { success } from '#model/kernel/outcome.ts';
import { getTool, listTools } from '#services/catalogue/browse-tools.ts';
import type { Handlers } from './serve-calls.ts';

export const catalogueHandlers: Pick<Handlers, 'listTools' | 'getTool'> = {
  async listTools({ context, query, http }) {
    const { sort, limit, after } = query;
    const page = await listTools(context, {
      ...(sort ? { sort } : {}),
      ...(limit ? { limit: Number(limit) } : {}),
      ...(after ? { after: Number(after) } : {}),
    });
    if (page.next !== undefined) {
      const next = new URL(http.req.url);
      next.searchParams.set('after', String(page.next));
      http.header('link', `<${next.pathname}${next.search}>; rel="next"`);
    }
    return success(page.tools);
  },

  getTool: ({ context, params }) => getTool(context, params.id),
};
