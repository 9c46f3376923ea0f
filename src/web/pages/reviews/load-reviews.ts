import { type Outcome, success } from '#model/kernel/outcome.ts';
import type { ManagedReview } from '#model/reviews/managed-review.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { leaveWhenNoAdmin } from '../identity/access.ts';

/** Which reviews are listed. */
export const REVIEW_TABS = ['all', 'visible', 'hidden'] as const;
export type ReviewTab = (typeof REVIEW_TABS)[number];

export interface LoadedReviews {
  readonly tab: ReviewTab;
  /** Newest first. */
  readonly reviews: readonly ManagedReview[];
  /** Where those begin that follow; absent when all are here. */
  readonly before?: string | undefined;
  readonly total: number;
  readonly hidden: number;
}

/** A page of the reviews. @param from where it begins, without it with the newest; `signal` ends the call, which throws */
export async function loadReviews(
  tab: ReviewTab,
  { before, signal }: { before?: string | undefined; signal?: AbortSignal } = {},
): Promise<Outcome<LoadedReviews, ApiFailure>> {
  const query = { ...(tab !== 'all' && { show: tab }), ...(before && { before }) };
  const answer = await leaveWhenNoAdmin(await api.call('listAllReviews', { query, ...(signal && { signal }) }));
  if (!answer.ok) return answer;
  const { total = 0, hidden = 0, next } = answer.list;
  return success({ tab, reviews: answer.value, before: next, total, hidden });
}
