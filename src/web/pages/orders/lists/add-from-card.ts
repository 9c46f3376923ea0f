import { quantityAtNeed } from '#model/catalogue/need.ts';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';
import { addToList } from './use-add-to-list.ts';

/** Tools that are being asked for: a second press meanwhile adds nothing. */
const onTheWay = new Set<string>();

/** Asks for the tool first, because a card does not know what has changed. Undefined, or what went wrong. */
export async function addFromCard(
  toolId: string,
  need: number | undefined,
  open: () => void,
): Promise<string | undefined> {
  if (onTheWay.has(toolId)) return undefined;
  onTheWay.add(toolId);
  const answer = await api.call('getTool', { params: { id: toolId } }).finally(() => onTheWay.delete(toolId));
  if (!answer.ok) {
    const { failure } = answer;
    return failureText(failure.status === 404 ? { ...failure, code: 'tool_gone' } : failure);
  }
  addToList(answer.value, quantityAtNeed(answer.value, need ?? 1), open);
  return undefined;
}
