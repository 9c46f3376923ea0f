import { success } from '#model/kernel/outcome.ts';
import { REVIEW_SENDS_PER_DAY } from '#model/reviews/review.ts';
import { addReview, getReviewStanding } from '#services/reviews/add-review.ts';
import { hideReview, showReview } from '#services/reviews/hide-review.ts';
import { countReviews, listAllReviews } from '#services/reviews/list-all-reviews.ts';
import { listReviews } from '#services/reviews/list-reviews.ts';
import type { Handlers } from './serve-calls.ts';

export const reviewHandlers = {
  async listReviews({ context, query: { limit, before, after = before } }) {
    const { rows, next, total, averageStar } = await listReviews(context, { limit, after });
    const average = averageStar === undefined ? undefined : Math.round(averageStar * 100) / 100;
    return { ok: true, value: rows, list: { total, averageStar: average, next } };
  },

  async addReview({ context, caller, body }) {
    const added = await addReview(context, caller.id, body);
    if (added.ok) return success({ acknowledged: true, insertedId: added.value.id });
    if (added.failure.code !== 'too_many_reviews') return { ok: false, failure: added.failure };
    return {
      ok: false,
      failure: { ...added.failure, figures: { sent: REVIEW_SENDS_PER_DAY, seconds: added.failure.retryAfter } },
    };
  },

  getReviewStanding: async ({ context, caller }) => success(await getReviewStanding(context, caller.id)),

  async listAllReviews({ context, query }) {
    const [page, counts] = await Promise.all([listAllReviews(context, query), countReviews(context)]);
    return success({ ...page, ...counts });
  },

  hideReview: ({ context, caller, params, body }) => hideReview(context, caller.id, params.id, body),
  showReview: ({ context, caller, params }) => showReview(context, caller.id, params.id),
} satisfies Partial<Handlers>;
