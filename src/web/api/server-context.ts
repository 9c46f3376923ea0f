import { createContext } from 'react-router';
import type { Confirmation } from '#model/identity/confirmation.ts';
import type { OfferRules } from '#model/pricing/offer.ts';
import type { PublicClient } from './client.ts';

/** What the server hands to the pages that it renders. */
export interface ShopContext {
  readonly name: string;
  readonly origin: string;
  readonly contactEmail: string;
  /** True while payments are tests: demo accounts, notices and test cards show. */
  readonly testMode: boolean;
  readonly demoAccounts: boolean;
  /** False where nothing may be shown that was made up. */
  readonly sampleData: boolean;
  /** False where "Continue with Google" leads nowhere: without its account in a shop that takes real payments. */
  readonly google: boolean;
  /** Where the mail of a shop in test mode can be read; null when it goes out into the world. */
  readonly mailbox: string | null;
  /** Characters that a new password must have. */
  readonly shortestPassword: number;
  /** What a customer's first order is cheaper by. */
  readonly offer: OfferRules;
  /** What the shop does with addresses that nobody has confirmed. */
  readonly confirmation: Confirmation;
  readonly payments: PaymentConfig;
  /** How large the CV is that the portfolio offers. */
  readonly curriculumVitaeBytes: () => Promise<number>;
}

/** How the browser talks to the payment providers. `apiBase` is set only for the shop's own stand-in. */
export interface PaymentConfig {
  readonly publishableKey: string;
  readonly apiBase: string | null;
  /** Whether PayPal may be chosen. */
  readonly paypal: boolean;
}

/** The calls that need no person, without HTTP. */
export const apiContext = createContext<PublicClient>();
export const shopContext = createContext<ShopContext>();

/** Marks the inline scripts that the server itself writes into a page. */
export const nonceContext = createContext<string>();

/** Told of what goes wrong while the server renders a page. */
export const reportContext = createContext<(error: unknown) => void>();
