import { quantityAtNeed } from '#model/catalogue/need.ts';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';
import { addToList } from './use-add-to-list.ts';

/** Asks for the tool first, because a card does not know what has changed. Undefined, or what went wrong. */
export async function addFromCard(
  toolId: string,
  need: number | undefined,
  open: () => void,
): Promise<string | undefined> {
  const answer = await api.call('getTool', { params: { id: toolId } });
  if (!answer.ok) {
    const { failure } = answer;
    return failureText(failure.status === 404 ? { ...failure, code: 'tool_gone' } : failure);
  }
  addToList(answer.value, quantityAtNeed(answer.value, need ?? 1), open);
  return undefined;
}
