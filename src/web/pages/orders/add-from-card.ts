import { anyCallText } from '#texts/any-call.ts';
import { api } from '#web/api/identity/session.ts';
import { addToList } from './use-add-to-list.ts';

/** Asks for the tool first, because a card knows neither its steps nor what has changed. Undefined, or what went wrong. */
export async function addFromCard(toolId: string, open: () => void): Promise<string | undefined> {
  const answer = await api.call('getTool', { params: { id: toolId } });
  if (!answer.ok) return anyCallText(answer.failure);
  addToList(answer.value, answer.value.min_quantity, open);
  return undefined;
}
