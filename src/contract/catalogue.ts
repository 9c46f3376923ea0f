import { z } from 'zod';
import { Tool } from '#model/catalogue/tool.ts';
import { ToolId } from '#model/kernel/ids.ts';
import { Deleted, defineCall, Inserted } from './kernel/call.ts';




export const listTools = defineCall({
  method: 'GET',
  path: '/tools',
  summary: 'The tools of the catalogue, oldest first; more than 1,000 come in pages with a Link to the next',
  feature: 'catalogue',
  actor: 'anyone',
  ownership: 'none',
  rate: 'read',
  query: z.object({ after: z.string().regex(/^[0-9]{1,15}$/, { error: 'Follow the Link of the page before.' }).optional() }),
  response: z.array(Tool),
});

export const getTool = defineCall({
  method: 'GET',
  path: '/tools/{id}',
  summary: 'One tool',
  feature: 'catalogue',
  actor: 'anyone',
  ownership: 'none',
  rate: 'read',
  params: z.object({ id: ToolId }),
  response: Tool,
});

export const addTool = defineCall({
  method: 'POST',
  path: '/addTool',
  summary: 'Add a tool to the catalogue',
  feature: 'catalogue',
  actor: 'admin',
  ownership: 'none',
  rate: 'write',
  response: Inserted,
  later: true,
});

export const deleteTool = defineCall({
  method: 'DELETE',
  path: '/tools/{id}',
  summary: 'Take a tool out of the catalogue',
  feature: 'catalogue',
  actor: 'admin',
  ownership: 'none',
  rate: 'write',
  params: z.object({ id: ToolId }),
  response: Deleted,
  later: true,
});
