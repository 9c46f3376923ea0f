import { type Outcome, success } from '#model/kernel/outcome.ts';
import type { Page } from '#model/kernel/page.ts';
import type { ManagedReview } from '#model/reviews/managed-review.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { leaveWhenNoAdmin } from '../identity/access.ts';
import type { ListKind } from '../kernel/use-list.ts';

/** Which reviews are listed. */
export const REVIEW_TABS = ['all', 'visible', 'hidden'] as const;
export type ReviewTab = (typeof REVIEW_TABS)[number];

/** Newest first. */
export interface LoadedReviews extends Page<ManagedReview> {
  readonly tab: ReviewTab;
  /** How many there are in all tabs, and how many of them are hidden. */
  readonly total: number;
  readonly hidden: number;
}

/** A page of the reviews. @param from where it begins, without it with the newest; `signal` ends the call, which throws */
export async function loadReviews(
  tab: ReviewTab,
  from: { after?: string | undefined; signal?: AbortSignal },
): Promise<Outcome<LoadedReviews, ApiFailure>> {
  const query = { ...(tab !== 'all' && { show: tab }), after: from.after };
  const answer = await leaveWhenNoAdmin(await api.call('listAllReviews', { query, signal: from.signal }));
  return answer.ok ? success({ tab, ...answer.value }) : answer;
}

export const REVIEWS: ListKind<LoadedReviews> = {
  key: ({ _id }) => _id,
  load: ({ tab, next }) => loadReviews(tab, { after: next }),
};
