import type { Tool } from '#model/catalogue/tool.ts';
import type { Outcome } from '#model/kernel/outcome.ts';
import { failureText } from '#texts/failures.ts';
import { awaitedOfArchived } from '#texts/sold-ahead.ts';
import type { Answer, ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { shortName } from '#web/ui/catalogue/short-name.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { leaveWhenNoAdmin } from '../identity/access.ts';

export const UNDO_SECONDS = 10;

/** Signs out whoever is no admin any more. */
export const deleteTool = async (id: Tool['_id']): Promise<Outcome<Answer<'deleteTool'>, ApiFailure>> =>
  leaveWhenNoAdmin(await api.call('deleteTool', { params: { id } }));

/** In a toast: with what is sold ahead and a way back where it was this person's doing. */
export function tellArchived(done: string, { deletedCount, sold_ahead }: Answer<'deleteTool'>, undo: () => void): void {
  const action = { label: 'Undo', seconds: UNDO_SECONDS, onPress: undo };
  const text = sold_ahead ? `${done} ${awaitedOfArchived(sold_ahead)}` : done;
  if (deletedCount > 0) showToast({ tone: 'success', text, action });
  else showToast({ tone: 'success', text: 'It was archived before. Nothing more was changed.' });
}

/** Whether a change was refused because somebody archived the tool. */
export const isArchivedTool = ({ code, figures }: ApiFailure): boolean =>
  code === 'tool_not_found' && !!figures?.['at'];

/** Reports the result in a toast. True when the tool is restored. */
export async function restoreTool({ _id: id, name }: Pick<Tool, '_id' | 'name'>): Promise<boolean> {
  const answer = await leaveWhenNoAdmin(await api.call('restoreTool', { params: { id } }));
  if (answer.ok) showToast({ tone: 'success', text: `${shortName(name)} is on sale again.` });
  else if (answer.failure.status !== 403) showToast({ tone: 'danger', text: failureText(answer.failure) });
  return answer.ok;
}
