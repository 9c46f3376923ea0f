import { z } from 'zod';
import { ArchivedPlace, ArchivedTool } from '#model/catalogue/archived-tool.ts';
import { Category } from '#model/catalogue/category.ts';
import { NewTool } from '#model/catalogue/new-tool.ts';
import { EditableTool, Tool } from '#model/catalogue/tool.ts';
import { readToolCursor, type ToolCursor } from '#model/catalogue/tool-cursor.ts';
import { ManagedTool, ToolChange, ToolEdit } from '#model/catalogue/tool-edit.ts';
import { TOOL_FILTER, TOOL_SORTS } from '#model/catalogue/tool-filter.ts';
import { MAX_MATCHED, ToolMatch, ToolQuestion } from '#model/catalogue/tool-match.ts';
import { ItemNumber } from '#model/catalogue/tool-rules.ts';
import { ToolId } from '#model/kernel/ids.ts';
import { pageOf } from '#model/kernel/page.ts';
import { Deleted, defineCall, hasManyLines, Inserted, OnceByKey, Updated } from './kernel/call.ts';
import { afterNext, pageLimit, queryNumber } from './kernel/page.ts';

const ofAnyone = { feature: 'catalogue', actor: 'anyone', ownership: 'none' } as const;
const ofAdmins = { feature: 'catalogue', actor: 'admin', ownership: 'none' } as const;

const byId = z.object({ id: ToolId });

export const listTools = defineCall('listTools', {
  summary:
    'The tools that fit a filter, oldest first unless asked for otherwise; of more than 1,000 the first in that order, with a Link to the next. X-Total-Count says how many fit, 1,001 for more than 1,000 in a search and 10,001 for more than 10,000 elsewhere',
  ...ofAnyone,
  rate: 'read',
  query: z
    .strictObject({
      ...TOOL_FILTER,
      sort: z
        .enum(TOOL_SORTS, { error: `Sort by one of: ${TOOL_SORTS.join(', ')}.` })
        .optional()
        .meta({ description: 'Tools that are equal in an order come newest first' }),
      limit: pageLimit('tools'),
      after: z.string().transform(readCursor).optional().meta({ description: 'From the Link of the page before' }),
    })
    .refine(({ sort = 'oldest', after }) => after === undefined || after.sort === sort, {
      error: 'This page belongs to another order. Follow the Link of the page before.',
      path: ['after'],
    })
    .refine(({ sort, all, need }) => need !== undefined || (sort !== 'total' && !all), {
      error: 'Say for how many pieces, as in need=250.',
      path: ['need'],
    }),
  paged: ['total'],
  response: z.array(Tool),
});

export const getTool = defineCall('getTool', {
  summary: 'One tool',
  ...ofAnyone,
  rate: 'read',
  problems: ['tool_not_found'],
  params: byId,
  response: Tool,
});

export const getAlternatives = defineCall('getAlternatives', {
  summary:
    'What to offer in place of a tool, also of one that was deleted: up to three others, of its category if it has one. With `quantity` those of its category that have so many, the nearest price first',
  ...ofAnyone,
  rate: 'read',
  problems: ['tool_not_found'],
  params: byId,
  query: z.object({
    quantity: queryNumber(
      /^([1-9][0-9]{0,5}|1000000)$/,
      'Quantity must be between 1 and 1,000,000.',
      'Pieces that each of them has, and that can be ordered of it',
    ),
  }),
  response: z.object({ name: z.string(), category: z.string().nullable(), deleted: z.boolean(), tools: z.array(Tool) }),
});

export const matchTools = defineCall('matchTools', {
  summary: `Which tools the lines of a written order mean, by item number or else by name: one, up to three to choose from, or none. ${MAX_MATCHED} lines at most, in 64 kB`,
  ...ofAnyone,
  rate: 'read',
  isBulk: hasManyLines,
  body: z.strictObject({
    lines: z
      .array(ToolQuestion, { error: 'Send the lines as a list.' })
      .min(1, { error: 'Send at least one line.' })
      .max(MAX_MATCHED, { error: `Send at most ${MAX_MATCHED} lines at once.` }),
  }),
  response: z.object({
    lines: z.array(ToolMatch).meta({ description: 'As the lines were sent' }),
  }),
});

export const listCategories = defineCall('listCategories', {
  summary: 'The categories of the catalogue in the order of their names, each with how many tools it has',
  ...ofAnyone,
  rate: 'read',
  response: z.array(Category),
});

export const addTool = defineCall('addTool', {
  summary:
    'Add a tool to the catalogue; numbers may be strings of digits. Minimum and steps are multiples of the pack, and each step is cheaper than what is before it',
  ...ofAdmins,
  rate: 'write',
  changes: 'content',
  problems: ['picture_missing', 'item_number_taken', 'idempotency_key_reused'],
  headers: OnceByKey,
  body: NewTool,
  response: Inserted,
});

export const editTool = defineCall('editTool', {
  summary:
    'Change a tool: the version that was read, and only the fields that change. Fields that others changed meanwhile stay theirs; one that both changed, or that does not fit yours, is refused with 409 and `conflict`',
  ...ofAdmins,
  rate: 'write',
  changes: 'content',
  problems: [
    'tool_not_found',
    'picture_missing',
    'item_number_taken',
    'tool_conflict',
    'change_not_found',
    'idempotency_key_reused',
  ],
  params: byId,
  headers: OnceByKey,
  body: ToolEdit,
  response: z.object({
    acknowledged: z.boolean(),
    version: z.int(),
    tool: EditableTool,
    change: ToolChange.nullable().meta({ description: 'What was saved; null when nothing differed' }),
    together: z.array(ToolChange).meta({ description: 'What others saved since the version that was read' }),
  }),
});

export const getManagedTool = defineCall('getManagedTool', {
  summary: 'A tool with its version, and who saved it last; also one that was deleted',
  ...ofAdmins,
  rate: 'read',
  problems: ['tool_not_found'],
  params: byId,
  response: ManagedTool,
});

export const listToolChanges = defineCall('listToolChanges', {
  summary: 'What edits, archiving and restoring did to a tool, the newest first, with a `next` for those before',
  ...ofAdmins,
  rate: 'read',
  problems: ['tool_not_found'],
  params: byId,
  query: z.object({ after: afterNext }),
  response: z.object(pageOf(ToolChange)),
});

export const checkItemNumber = defineCall('checkItemNumber', {
  summary: 'Which other tool has an item number, on sale or deleted',
  ...ofAdmins,
  rate: 'read',
  params: byId,
  query: z.object({ sku: ItemNumber }),
  response: z.object({ takenBy: z.string().nullable(), archived: z.boolean(), id: ToolId.nullable() }),
});

export const noteEditor = defineCall('noteEditor', {
  summary:
    'Say every 20 seconds that the pages on which a tool is edited are open; answers which other admins have them open. Whoever says nothing for 60 seconds has gone',
  ...ofAdmins,
  rate: 'write',
  problems: ['tool_not_found'],
  params: byId,
  response: z.object({ others: z.array(z.object({ name: z.string(), since: z.iso.datetime() })) }),
});

export const forgetEditor = defineCall('forgetEditor', {
  summary: 'Say that the pages on which a tool is edited are open no longer',
  ...ofAdmins,
  rate: 'write',
  params: byId,
  response: Deleted,
});

export const deleteTool = defineCall('deleteTool', {
  summary: 'Take a tool out of the catalogue until it is restored; its orders keep what they need of it',
  ...ofAdmins,
  rate: 'write',
  changes: 'content',
  params: byId,
  response: Deleted.extend({
    sold_ahead: z.int().optional().meta({ description: 'Pieces of it that are sold and wait for a delivery' }),
  }),
});

export const listArchivedTools = defineCall('listArchivedTools', {
  summary:
    'Tools that were deleted, the last deleted first, 50 at most, with a `next` for those before; each can be restored',
  ...ofAdmins,
  rate: 'read',
  query: z.object({
    q: TOOL_FILTER.q.meta({ description: 'Every word is in the name or the item number' }),
    after: ArchivedPlace.optional().meta({ description: 'The `next` of the page before' }),
  }),
  response: z.object({
    ...pageOf(ArchivedTool),
    total: z.int().meta({
      description:
        'How many there are, on all pages; 1,001 for more than 1,000 in a search, 10,001 for more than 10,000 elsewhere',
    }),
  }),
});

export const restoreTool = defineCall('restoreTool', {
  summary: 'Put a deleted tool back into the catalogue as it was',
  ...ofAdmins,
  rate: 'write',
  changes: 'content',
  problems: ['tool_not_found'],
  params: byId,
  response: Updated,
});

function readCursor(word: string, context: z.RefinementCtx): ToolCursor {
  const cursor = readToolCursor(word);
  if (cursor) return cursor;
  context.addIssue({ code: 'custom', message: 'Follow the Link of the page before.' });
  return z.NEVER;
}
