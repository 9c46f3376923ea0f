import type { ComponentType, ReactNode } from 'react';

/** A payment's state at the provider, as far as the browser knows. */
export type Confirmation =
  | { readonly status: 'succeeded'; readonly transactionId: string }
  /** The provider may have the payment; its result is unknown. */
  | { readonly status: 'processing'; readonly transactionId: string }
  /** Nothing was charged. `message` is for the buyer: the provider's where the card is the reason, else ours. */
  | { readonly status: 'failed'; readonly message: string }
  /** Nothing was charged, and nothing can be: the shop closed it meanwhile. */
  | { readonly status: 'closed' };

/** Charges the entered card for this secret's payment. Never throws. */
export type Confirm = (clientSecret: string) => Promise<Confirmation>;

export interface CardFormProps {
  /** Prefills the name on the card. */
  readonly billing: { readonly name: string; readonly email: string };
  /** Where nothing else says that a card is asked for. */
  readonly heading: boolean;
  readonly locked: boolean;
  /** What else is asked for, above the card. */
  readonly before?: ReactNode;
  /** Checks that, and says beside it what is wrong; answers whether it can be used. */
  readonly check?: () => Promise<boolean>;
  readonly onPay: (confirm: Confirm) => void;
  readonly children: ReactNode;
}

/** Card data goes from the form to the provider, never to the shop. */
export interface Gateway {
  readonly CardForm: ComponentType<CardFormProps>;
}

/** The provider's payment id. */
export const transactionOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? clientSecret;

interface ProviderError {
  readonly type?: string;
  readonly code?: string;
  readonly message?: string;
}

/** What the provider says of a payment: its state, or an error, or both. */
export interface Heard {
  readonly intent: { readonly status?: string; readonly last_payment_error?: ProviderError | null } | undefined;
  readonly error: ProviderError | undefined;
}

/** `undefined`: it may have been charged. Only the provider's explicit answer counts as a failure. */
export function read({ intent, error }: Heard, clientSecret: string): Confirmation | undefined {
  if (intent?.status === 'succeeded' || intent?.status === 'processing')
    return { status: intent.status, transactionId: transactionOf(clientSecret) };
  if (intent?.status === 'canceled') return { status: 'closed' };
  if (error && !NO_ANSWER.has(error.type)) return { status: 'failed', message: refusalText(error) };
  if (intent?.status !== 'requires_payment_method' || !intent.last_payment_error) return undefined;
  return { status: 'failed', message: refusalText(intent.last_payment_error) };
}

const NO_ANSWER = new Set<string | undefined>(['api_connection_error', 'api_error']);

/** Other errors than those of the card are written for programmers. */
export function refusalText({ type, code, message }: ProviderError): string {
  if (code === 'payment_intent_authentication_failure') return NOT_APPROVED;
  return type === 'card_error' || type === 'validation_error' ? (message ?? NOT_CHARGED) : NOT_TAKEN;
}

const NOT_CHARGED = 'Your card was not charged. Try again or use another card.';
/** Of 3-D Secure; Stripe's type for it is `invalid_request_error`. */
const NOT_APPROVED = 'Your bank did not approve this payment, so nothing was charged. Try again or use another card.';
const NOT_TAKEN =
  'The card payment provider did not take this payment, and your card is not the reason. Nothing was charged; try again in a moment.';
