import { MAX_SEARCH_LENGTH } from '#model/catalogue/search-limits.ts';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';
import type { FindTools } from '#web/ui/orders/tool-finder.tsx';

const MOST = '6';

/** Tools by their number or name, the newest first as on home. */
export const findTools: FindTools = async (words, signal) => {
  const q = words.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_SEARCH_LENGTH);
  const answer = await api.call('listTools', { query: { q, limit: MOST, sort: 'newest' }, signal });
  return answer.ok ? answer.value : `The tools could not be searched. ${failureText(answer.failure)}`;
};
