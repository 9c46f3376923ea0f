import { writeToolCursor } from '#model/catalogue/tool-cursor.ts';
import { success } from '#model/kernel/outcome.ts';
import { getTool, listTools } from '#services/catalogue/browse-tools.ts';
import type { Handlers } from './serve-calls.ts';

export const catalogueHandlers: Pick<Handlers, 'listTools' | 'getTool'> = {
  async listTools({ context, query, http }) {
    const { sort = 'oldest', limit, after, ...filter } = query;
    const page = await listTools(context, { filter, sort, after, ...(limit ? { limit } : {}) });
    http.header('x-total-count', String(page.total));
    if (page.next) {
      const next = new URL(http.req.url);
      next.searchParams.set('after', writeToolCursor(page.next));
      http.header('link', `<${next.pathname}${next.search}>; rel="next"`);
    }
    return success(page.tools);
  },

  getTool: ({ context, params }) => getTool(context, params.id),
};
