import { bareNumber, itemNumber } from '#model/catalogue/item-number.ts';
import { searchable } from '#model/catalogue/search-words.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';
import type { FindTools } from '#web/ui/orders/tool-finder.tsx';

const MOST = '6';

/** Tools by their number or name: those whose number begins so, then the newest as on home. */
export const findTools: FindTools = async (words, signal) => {
  const q = searchable(words);
  const answer = await api.call('listTools', { query: { q, limit: MOST, sort: 'newest' }, signal });
  if (answer.ok) return answer.value.toSorted((one, other) => rank(other) - rank(one));
  return `The tools could not be searched. ${failureText(answer.failure)}`;

  function rank(tool: Tool): number {
    return Number(bareNumber(itemNumber(tool)).startsWith(bareNumber(q)));
  }
};
