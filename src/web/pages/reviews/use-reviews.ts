import { useState } from 'react';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { ManagedReview } from '#model/reviews/managed-review.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { leaveWhenNoAdmin } from '../identity/access.ts';
import { useList } from '../kernel/use-list.ts';
import { type LoadedReviews, REVIEWS } from './load-reviews.ts';

/**
 * A list of reviews with the pages that were loaded behind it, and what becomes of one that is hidden or shown again.
 * A row that was just changed stays where it is, also in a tab to which it no longer belongs.
 */
export function useReviews(loaded: Promise<Outcome<LoadedReviews, ApiFailure>>) {
  const listed = useList(loaded, REVIEWS);
  const [asked, setAsked] = useState<{ review: ManagedReview; open: boolean; opened: number }>();
  const [busy, setBusy] = useState<string>();
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  /** Puts a review as it is now into the list. */
  const changed = (now: ManagedReview) =>
    listed.update((list) => {
      const was = list.rows.find(({ _id }) => _id === now._id);
      const hidden = list.hidden + (now.hidden ? 1 : 0) - (was?.hidden ? 1 : 0);
      return { ...list, hidden, rows: list.rows.map((it) => (it._id === now._id ? now : it)) };
    });

  /** Nothing when it went well, else why it did not. */
  async function hide(review: ManagedReview, reason: string): Promise<ApiFailure | undefined> {
    const answer = await leaveWhenNoAdmin(
      await api.call('hideReview', { params: { id: review._id }, body: { reason } }),
    );
    if (!answer.ok) return answer.failure;
    changed(answer.value);
    setAsked((it) => it && { ...it, open: false });
    const undo = { label: 'Undo', onPress: () => void show(answer.value), seconds: 10 };
    showToast({ tone: 'success', text: 'The review is hidden.', action: undo });
    return undefined;
  }

  async function show({ _id: id }: ManagedReview) {
    setBusy(id);
    setProblems((all) => new Map([...all].filter(([other]) => other !== id)));
    const answer: Outcome<ManagedReview, ApiFailure> = await leaveWhenNoAdmin(
      await api.call('showReview', { params: { id } }),
    );
    setBusy(undefined);
    if (!answer.ok) return setProblems((all) => new Map(all).set(id, failureText(answer.failure)));
    changed(answer.value);
    showToast({ tone: 'success', text: 'The review is shown again.' });
  }

  const { total = 0, hidden = 0 } = listed.list ?? {};
  return {
    listed,
    counts: { all: total, visible: total - hidden, hidden },
    busy,
    problems,
    show: (review: ManagedReview) => void show(review),
    /** Opens the question for the reason. */
    ask: (review: ManagedReview) => setAsked((it) => ({ review, open: true, opened: (it?.opened ?? 0) + 1 })),
    panel: asked && {
      ...asked,
      onHide: (reason: string) => hide(asked.review, reason),
      onClose: () => setAsked({ ...asked, open: false }),
    },
  };
}
