import type { ComponentType, ReactNode } from 'react';

/** Where the card payment provider left a payment, as far as the browser can tell. */
export type Confirmation =
  | { readonly status: 'succeeded'; readonly transactionId: string }
  /** The provider has the payment, or may have it, but has not said how it ended. */
  | { readonly status: 'processing'; readonly transactionId: string }
  /** Nothing was charged. The message is the provider's, for the buyer. */
  | { readonly status: 'failed'; readonly message: string };

/** Charges the card in the form for the payment that the secret belongs to. Never throws. */
export type Confirm = (clientSecret: string) => Promise<Confirmation>;

export interface CardFormProps {
  /** Who pays, as it is printed on the card unless they change it. */
  readonly billing: { readonly name: string; readonly email: string };
  /** True while a payment runs: nothing in the form can be changed. */
  readonly locked: boolean;
  /** Called when the form is submitted and its fields are complete. */
  readonly onPay: (confirm: Confirm) => void;
  /** What stands below the card fields: the message, the Pay button. */
  readonly children: ReactNode;
}

/** A way to take a card in the browser. Card data goes from its form to the provider, never to the shop. */
export interface Gateway {
  readonly CardForm: ComponentType<CardFormProps>;
}

/** The provider's id of the payment that a client secret belongs to. */
export const transactionOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? clientSecret;
