import { z } from 'zod';
import { ListId, ListRow, NewList, OpenedList, RenameList, SaveList } from '#model/orders/saved-lists.ts';
import { Deleted, defineCall, Inserted, Updated } from '../kernel/call.ts';

const ofCustomers = { feature: 'orders', actor: 'customer', ownership: 'none' } as const;
const ofOwnLists = { ...ofCustomers, ownership: 'own-list' } as const;

const byList = z.object({ id: ListId });

export const getLists = defineCall('getLists', {
  summary: 'The saved lists of the customer by name, with what each costs today and what stands in its way',
  ...ofCustomers,
  rate: 'read',
  response: z.array(ListRow),
});

export const getList = defineCall('getList', {
  summary: 'A saved list with its tools, and what they were ordered for the last time',
  ...ofOwnLists,
  rate: 'read',
  params: byList,
  response: OpenedList,
});

export const saveList = defineCall('saveList', {
  summary: 'Keep tools and quantities as a list, under a name that the customer has once; 100 lists at most',
  ...ofCustomers,
  rate: 'write',
  problems: ['list_name_taken', 'too_many_lists', 'tool_gone'],
  body: SaveList,
  response: Inserted,
});

export const renameList = defineCall('renameList', {
  summary: 'Give a saved list another name',
  ...ofOwnLists,
  rate: 'write',
  problems: ['list_name_taken'],
  params: byList,
  body: RenameList,
  response: Updated,
});

export const copyList = defineCall('copyList', {
  summary: 'Keep a saved list a second time, under a name of its own',
  ...ofOwnLists,
  rate: 'write',
  problems: ['too_many_lists'],
  params: byList,
  response: Inserted,
});

export const deleteList = defineCall('deleteList', {
  summary: 'Delete a saved list; answers what it was, so that it can be saved again',
  ...ofOwnLists,
  rate: 'write',
  params: byList,
  response: Deleted.extend({ list: NewList.nullable() }),
});
