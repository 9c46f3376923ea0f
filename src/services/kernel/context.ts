import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Logger } from 'pino';
import type { Confirmation } from '#model/identity/confirmation.ts';
import type { PasswordRules } from '#model/identity/new-password.ts';
import type { Letterhead } from '#model/mail/letter.ts';
import type { UnpaidLimits } from '#model/orders/order-life.ts';
import type { OfferRules } from '#model/pricing/offer.ts';
import type { ReviewsFrom } from '#model/reviews/review-standing.ts';
import type { PaperWriter } from '#outside/content/paper-writer.ts';
import type { BearerTokens } from '#outside/identity/bearer-tokens.ts';
import type { CommonPasswords } from '#outside/identity/common-passwords.ts';
import type { Google } from '#outside/identity/google.ts';
import type { PasswordHasher } from '#outside/identity/password-hasher.ts';
import type { PictureEncoder, PictureStore } from '#outside/images/pictures.ts';
import type { Mailer } from '#outside/mail/smtp.ts';
import type { Payments } from '#outside/payments/payments.ts';
import type * as schema from '#tables/schema.ts';

export type Db = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];

export interface Shop extends Letterhead {
  /** Lines under the name on papers. */
  readonly address?: readonly string[];
}

export interface Context {
  readonly db: Db;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly payments: Payments;
  readonly mailer: Mailer | undefined;
  readonly shop: Shop;
  readonly papers: PaperWriter;
  readonly pictures: PictureStore;
  readonly encoder: PictureEncoder;
  readonly hasher: PasswordHasher;
  readonly passwords: PasswordRules & { readonly common: CommonPasswords };
  readonly tokens: BearerTokens;
  readonly limits: UnpaidLimits;
  readonly offer: OfferRules;
  readonly confirmation: Confirmation;
  /** From one network; 0 for no limit. */
  readonly signUpsPerHour: number;
  readonly reviewsFrom: ReviewsFrom;
  readonly sampleData: boolean;
  readonly google: Google | undefined;
  /** Called after a commit that left background work: it starts at once instead of at the next round. */
  readonly wake: () => void;
}
