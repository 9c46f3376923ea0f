import { z } from 'zod';
import { Tool } from '#model/catalogue/tool.ts';
import { ToolId } from '#model/kernel/ids.ts';
import { Deleted, defineCall, Inserted } from './kernel/call.ts';

export const listTools = defineCall('listTools', {
  summary: 'The tools of the catalogue, oldest first; more than 1,000 come in pages with a Link to the next',
  feature: 'catalogue',
  actor: 'anyone',
  ownership: 'none',
  rate: 'read',
  query: z.object({
    sort: z.enum(['oldest', 'newest']).optional(),
    limit: z
      .string()
      .regex(/^(1000|[1-9][0-9]{0,2})$/, { error: 'Ask for 1 to 1000 tools.' })
      .optional(),
    after: z
      .string()
      .regex(/^[0-9]{1,15}$/, { error: 'Follow the Link of the page before.' })
      .optional(),
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
  summary: 'Add a tool to the catalogue',
  feature: 'catalogue',
  actor: 'admin',
  ownership: 'none',
  rate: 'write',
  response: Inserted,
  later: true,
});

export const deleteTool = defineCall('deleteTool', {
  summary: 'Take a tool out of the catalogue',
  feature: 'catalogue',
  actor: 'admin',
  ownership: 'none',
  rate: 'write',
  params: z.object({ id: ToolId }),
  response: Deleted,
  later: true,
});
