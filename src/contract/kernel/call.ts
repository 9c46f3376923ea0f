import { z } from 'zod';
import { type CallName, paths } from './paths.ts';

/** Who may make a call. `session` is the session cookie alone; every other private call carries the bearer token. */
export type Actor = 'anyone' | 'session' | 'signed-in' | 'customer' | 'admin' | 'provider';

/**
 * Whose data a call touches, and so what the server compares with the caller before the call is handled: every email of
 * path and body, which an admin may also ask about somebody else with, or the order of path or body.
 */
export type Ownership = 'none' | 'own-email' | 'own-email-or-admin' | 'own-order';

/** How much a call costs the shop; the limits per class are set where calls are served. */
export type Rate = 'read' | 'write' | 'hash' | 'payment' | 'image' | 'webhook';

/** One call of the shop's API: a row of the table from which router, checks, client and documentation are made. */
export interface CallRow {
  readonly summary: string;
  /** Under which heading the API document lists it: stock stands with the tools. */
  readonly feature: 'catalogue' | 'orders' | 'payments' | 'reviews' | 'people' | 'identity' | 'images';
  readonly actor: Actor;
  readonly ownership: Ownership;
  readonly rate: Rate;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Set when the call takes one file, as the named field of a multipart form, instead of a JSON body. */
  readonly file?: { readonly field: string; readonly maxBytes: number };
  /** Set when the call takes its body as it comes, because its signature is of these very bytes. */
  readonly raw?: { readonly maxBytes: number };
  /**
   * Set when the call changes what everybody may see: how much of a tool is available, or anything else (`content`).
   * Cached answers are made anew after it.
   */
  readonly changes?: 'stock' | 'content';
  /** Codes of what may be wrong with this call, beside what follows from the rest of its row; see `problemsOf`. */
  readonly problems?: readonly string[];
  readonly response: z.ZodType;
  /** Answers beside 200 that are no errors. */
  readonly otherResponses?: Readonly<Record<number, z.ZodType>>;
}

export type Call = CallRow & {
  readonly name: CallName;
  readonly method: (typeof paths)[CallName][0];
  readonly path: (typeof paths)[CallName][1];
};

export const defineCall = <const N extends CallName, const R extends CallRow>(name: N, row: R) => ({
  name,
  method: paths[name][0],
  path: paths[name][1],
  ...row,
});

/** Written in one order: `acknowledged` says that the shop has stored what was asked. */
export const Acknowledged = z.object({ acknowledged: z.boolean() });
export const Inserted = z.object({ acknowledged: z.boolean(), insertedId: z.string() });
export const Deleted = z.object({ acknowledged: z.boolean(), deletedCount: z.int(), pending: z.boolean().optional() });
export const Updated = z.object({ acknowledged: z.boolean(), modifiedCount: z.int() });

/** Names one wish of a caller: sent again, it is granted once. */
export const IdempotencyKey = z
  .string()
  .regex(/^[\w-]{8,100}$/, { error: 'An Idempotency-Key is 8 to 100 letters, digits, - or _.' });
