import { success } from '#model/kernel/outcome.ts';
import { listReviews } from '#services/reviews/list-reviews.ts';
import type { Handlers } from './serve-calls.ts';

export const reviewHandlers: Pick<Handlers, 'listReviews'> = {
  listReviews: async ({ context }) => success(await listReviews(context)),
};
