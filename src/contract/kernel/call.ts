import { z } from 'zod';
import { Email } from '#model/kernel/email.ts';
import type { FailureCode } from './failure-code.ts';
import { lazyPaths } from './lazy-paths.ts';
import type { LIST_HEADERS } from './list-facts.ts';
import { type CallName, type CallPaths, paths } from './paths.ts';

/**
 * `session`: the session cookie alone; every other private call carries the bearer token. `link`: who has the token of a
 * pay link, which is in the body, or in the path of a PDF and where only its being there is asked; a session only says
 * who that is.
 */
export type Actor = 'anyone' | 'session' | 'signed-in' | 'customer' | 'admin' | 'provider' | 'link';

/** What must be the caller's own before the call is handled: every email, or the order, list, purchase or promise, of path and body. */
export type Ownership =
  | 'none'
  | 'own-email'
  | 'own-email-or-admin'
  | 'own-order'
  | 'own-list'
  | 'own-purchase-or-admin'
  | 'own-promise';

/** The class of cost, each with its own limit. */
export type Rate = 'read' | 'write' | 'hash' | 'payment' | 'image' | 'paper' | 'webhook' | 'paypalWebhook';

/** A row of the table from which router, checks, client and documentation are made. */
export interface CallRow {
  readonly summary: string;
  /** The heading in the API document, where stock belongs to the tools. */
  readonly feature: 'catalogue' | 'orders' | 'payments' | 'reviews' | 'people' | 'identity' | 'images';
  readonly actor: Actor;
  readonly ownership: Ownership;
  readonly rate: Rate;
  /** Whether this body, not yet parsed, costs so much that the call has the limit of class `bulk` instead. */
  readonly isBulk?: (body: unknown) => boolean;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** The array it answers is a page of a list: it comes with a Link to the next one, and with these facts. */
  readonly paged?: readonly (keyof typeof LIST_HEADERS)[];
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Takes one file, as this field of a multipart form, instead of a JSON body. */
  readonly file?: { readonly field: string; readonly maxBytes: number };
  /** Takes the body unparsed, because a signature, in these headers, covers its bytes. */
  readonly raw?: { readonly maxBytes: number; readonly signature: readonly string[] };
  /** Answers a PDF instead of JSON. */
  readonly pdf?: true;
  /** Which public data the call changes; cached answers are dropped after it. */
  readonly changes?: 'stock' | 'content';
  /** Failure codes beside those that follow from the rest of the row; see `problemsOf`. */
  readonly problems?: readonly FailureCode[];
  readonly response: z.ZodType;
  /** By status: successful answers other than 200. */
  readonly otherResponses?: Readonly<Record<number, z.ZodType>>;
}

/** What a call of this row answers, of whatever status. */
export type AnswerOf<R extends Pick<CallRow, 'response' | 'otherResponses'>> =
  | R['response']
  | (R extends { readonly otherResponses: infer Others extends Readonly<Record<number, z.ZodType>> }
      ? Others[keyof Others]
      : never);

export type Call = CallRow & {
  readonly name: CallName;
  readonly method: CallPaths[CallName][0];
  readonly path: CallPaths[CallName][1];
};

export const allPaths: CallPaths = { ...paths, ...lazyPaths };

export const defineCall = <const N extends CallName, const R extends CallRow>(name: N, row: R) => ({
  name,
  method: allPaths[name][0],
  path: allPaths[name][1],
  ...row,
});

/** From more lines on a call waits for its turn with others of its size. */
const FEW_LINES = 50;

/** The `isBulk` of calls with lines. */
export function hasManyLines(body: unknown): boolean {
  const { lines } = (body ?? {}) as { lines?: unknown };
  return Array.isArray(lines) && lines.length > FEW_LINES;
}

/** What a call with `pdf` answers. */
export const Pdf = z.instanceof(Blob);

/** The path of a call about a person. */
export const byEmail = z.object({ email: Email });

/** `acknowledged`: the shop has stored the change. */
export const Acknowledged = z.object({ acknowledged: z.boolean() });
export const Inserted = z.object({ acknowledged: z.boolean(), insertedId: z.string() });
export const Deleted = z.object({ acknowledged: z.boolean(), deletedCount: z.int(), pending: z.boolean().optional() });
export const Updated = z.object({ acknowledged: z.boolean(), modifiedCount: z.int() });

/** Of what may have been done before. */
export const UpdatedOnce = Updated.extend({
  already: z
    .object({ by: z.string().nullable(), at: z.iso.datetime() })
    .optional()
    .meta({ description: 'Who had done it before and when, where nothing was changed' }),
});

/** Headers of a request that takes effect once, however often it is repeated with the same key. */
export const OnceByKey = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\w-]{8,100}$/, { error: 'An Idempotency-Key is 8 to 100 letters, digits, - or _.' })
    .optional()
    .meta({
      description:
        'Makes a request take effect once: sent again with the same key and content it is answered as before, with other content it is refused. Make a new one for each wish, and keep it until the answer has come',
    }),
});
