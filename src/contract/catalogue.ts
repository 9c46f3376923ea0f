import { z } from 'zod';
import { NewTool } from '#model/catalogue/new-tool.ts';
import { StockChange, StockMove } from '#model/catalogue/stock-change.ts';
import { Tool } from '#model/catalogue/tool.ts';
import { readToolCursor, type ToolCursor } from '#model/catalogue/tool-cursor.ts';
import { TOOL_FILTER, TOOL_SORTS } from '#model/catalogue/tool-filter.ts';
import { ToolId } from '#model/kernel/ids.ts';
import { Deleted, defineCall, IdempotencyKey, Inserted } from './kernel/call.ts';
import { pageLimit } from './kernel/page.ts';

export const listTools = defineCall('listTools', {
  summary:
    'The tools that fit a filter, oldest first unless asked for otherwise; X-Total-Count says how many fit, 1,001 for more than 1,000 in a search and 10,001 for more than 10,000 elsewhere, and more than fit into one answer come in pages with a Link to the next',
  feature: 'catalogue',
  actor: 'anyone',
  ownership: 'none',
  rate: 'read',
  query: z
    .strictObject(
      {
        ...TOOL_FILTER,
        sort: z
          .enum(TOOL_SORTS, { error: `Sort by one of: ${TOOL_SORTS.join(', ')}.` })
          .optional()
          .meta({ description: 'Tools that are equal in an order come newest first' }),
        limit: pageLimit('tools'),
        after: z.string().transform(readCursor).optional().meta({ description: 'From the Link of the page before' }),
      },
      { error: unknownParameter },
    )
    .refine(({ sort = 'oldest', after }) => after === undefined || after.sort === sort, {
      error: 'This page belongs to another order. Follow the Link of the page before.',
      path: ['after'],
    }),
  response: z.array(Tool),
});

export const getTool = defineCall('getTool', {
  summary: 'One tool',
  feature: 'catalogue',
  actor: 'anyone',
  ownership: 'none',
  rate: 'read',
  params: z.object({ id: ToolId }),
  response: Tool,
});

export const addTool = defineCall('addTool', {
  summary: 'Add a tool to the catalogue; numbers may be strings of digits',
  feature: 'catalogue',
  actor: 'admin',
  ownership: 'none',
  rate: 'write',
  body: NewTool,
  response: Inserted,
});

export const deleteTool = defineCall('deleteTool', {
  summary: 'Take a tool out of the catalogue; its orders keep what they need of it',
  feature: 'catalogue',
  actor: 'admin',
  ownership: 'none',
  rate: 'write',
  params: z.object({ id: ToolId }),
  response: Deleted,
});

export const listStockMoves = defineCall('listStockMoves', {
  summary: 'How the stock of a tool came about, the newest move first; `before` leads to the page before',
  feature: 'catalogue',
  actor: 'admin',
  ownership: 'none',
  rate: 'read',
  params: z.object({ id: ToolId }),
  query: z.object({
    before: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, { error: 'Send the `before` of an earlier answer.' })
      .transform(Number)
      .optional(),
  }),
  response: z.object({ available: z.int(), moves: z.array(StockMove), before: z.int().nullable() }),
});

export const changeStock = defineCall('changeStock', {
  summary: 'Put pieces into the stock of a tool or correct its number, with a reason',
  feature: 'catalogue',
  actor: 'admin',
  ownership: 'none',
  rate: 'write',
  params: z.object({ id: ToolId }),
  headers: z.object({ 'idempotency-key': IdempotencyKey.optional() }),
  body: StockChange,
  response: z.object({ acknowledged: z.boolean(), available: z.int() }),
});

function readCursor(word: string, context: z.RefinementCtx): ToolCursor {
  const cursor = readToolCursor(word);
  if (cursor) return cursor;
  context.addIssue({ code: 'custom', message: 'Follow the Link of the page before.' });
  return z.NEVER;
}

function unknownParameter(issue: { code: string; keys?: readonly string[] }): string | undefined {
  if (issue.code !== 'unrecognized_keys') return undefined;
  return `There is no parameter ${issue.keys?.join(', ')}. The parameters of this call are listed at /docs.`;
}
