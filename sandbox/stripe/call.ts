import type { Form } from './form.ts';
import type { Reply } from './refusal.ts';
import type { Store } from './store.ts';

/** One authenticated call. It runs inside a transaction, without awaiting anything. */
export type Call = {
  readonly actor: Actor;
  /** The id in the path; '' when the path has none. */
  readonly id: string;
  readonly params: Form;
  readonly store: Store;
  /** Unix seconds. */
  readonly now: number;
  /** Stores an event, to be listed and to be sent to the webhook. */
  readonly record: (type: EventType, object: { id: string; object: string }) => void;
};

/** Which of the two keys the caller has. A publishable key is public: it stands in every page. */
export type Actor = 'secret' | 'publishable';

export type Endpoint = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly actors: readonly Actor[];
  readonly run: (call: Call) => Reply;
};

export type EventType =
  | 'payment_intent.created'
  | 'payment_intent.processing'
  | 'payment_intent.requires_action'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'charge.succeeded'
  | 'charge.failed'
  | 'charge.dispute.created'
  | 'charge.refunded'
  | 'refund.created'
  | 'refund.failed';
