import type { ComponentType, ReactNode } from 'react';

/** A payment's state at the provider, as far as the browser knows. */
export type Confirmation =
  | { readonly status: 'succeeded'; readonly transactionId: string }
  /** The provider may have the payment; its result is unknown. */
  | { readonly status: 'processing'; readonly transactionId: string }
  /** Nothing was charged. `message` is the provider's, for the buyer. */
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
