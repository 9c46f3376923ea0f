import type { Store } from '../kernel/store.ts';
import type { Form } from './form.ts';
import type { Reply } from './refusal.ts';

/** One authenticated call. Runs synchronously in a transaction. */
export type Call = {
  readonly actor: Actor;
  /** '' for paths without an id. */
  readonly id: string;
  readonly params: Form;
  readonly store: Store;
  /** Unix seconds. */
  readonly now: number;
  /** Stores an event for the list and for the webhook. */
  readonly record: (type: EventType, object: { id: string; object: string }) => void;
};

/** The publishable key is public. */
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
  | 'charge.dispute.closed'
  | 'charge.refunded'
  | 'refund.created'
  | 'refund.failed';
