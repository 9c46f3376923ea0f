import { canonicalEmail } from '#model/identity/credentials.ts';
import { failure, success } from '#model/kernel/outcome.ts';
import { REVIEWS_PER_DAY } from '#model/reviews/review.ts';
import { addReview } from '#services/reviews/add-review.ts';
import { listReviews } from '#services/reviews/list-reviews.ts';
import { linkToNext } from './link-next.ts';
import type { Handlers } from './serve-calls.ts';

export const reviewHandlers: Pick<Handlers, 'listReviews' | 'addReview'> = {
  async listReviews({ context, query, url }) {
    const { reviews, before, total, averageStar } = await listReviews(context, query);
    const headers: Record<string, string> = { 'x-total-count': String(total) };
    if (averageStar !== undefined) headers['x-average-star'] = String(Math.round(averageStar * 100) / 100);
    if (before !== undefined) headers.link = linkToNext(url, { before: String(before) });
    return { ok: true, value: reviews, headers };
  },

  async addReview({ context, caller, body }) {
    if (body.email !== undefined && canonicalEmail(body.email) !== caller.email) return notYours;
    const added = await addReview(context, caller.id, body);
    if (added.ok) return success({ acknowledged: true, insertedId: added.value.id });
    const hours = Math.ceil(added.failure.retryAfter / 3600);
    const detail = `You wrote ${REVIEWS_PER_DAY} reviews within a day. The next one can be sent in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`;
    return { ok: false, failure: { ...added.failure, detail } };
  },
};

const notYours = failure({ code: 'not_yours' as const });
