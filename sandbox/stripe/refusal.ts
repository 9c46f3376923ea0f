import type Stripe from 'stripe';

/** Source: https://docs.stripe.com/api/errors */
export type ApiError = {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
};

export type Reply = {
  status: number;
  body: unknown;
  /** Whether the idempotency key keeps the answer; false for calls refused before they ran. */
  keep: boolean;
};

export const ok = (body: unknown): Reply => ({ status: 200, body, keep: true });

export const failed = (status: number, error: ApiError, keep = true): Reply => ({ status, body: { error }, keep });

/** Ends a call with an error answer and undoes what it wrote. */
export class Refusal extends Error {
  readonly reply: Reply;

  constructor(status: number, error: ApiError, keep: boolean) {
    super(error.message);
    this.reply = failed(status, error, keep);
  }
}

export const badParameter = (code: string, param: string, message: string) =>
  new Refusal(400, { type: 'invalid_request_error', code, param, message }, false);

export const noSuch = (what: string, id: string, param: string, status = 404) =>
  new Refusal(
    status,
    { type: 'invalid_request_error', code: 'resource_missing', param, message: `No such ${what}: '${id}'` },
    true,
  );

export const unexpectedState = (message: string, intent: Stripe.PaymentIntent) =>
  new Refusal(
    400,
    { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message, payment_intent: intent },
    true,
  );
