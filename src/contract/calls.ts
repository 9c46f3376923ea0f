import * as catalogue from './catalogue.ts';
import * as identity from './identity.ts';
import * as images from './images.ts';
import * as inventory from './inventory.ts';
import type { Call } from './kernel/call.ts';
import type { CallName, CallPaths } from './kernel/paths.ts';
import * as promises from './orders/promises.ts';
import * as purchaseDesk from './orders/purchase-desk.ts';
import * as savedLists from './orders/saved-lists.ts';
import * as orders from './orders.ts';
import * as promiseLinks from './payments/promise-links.ts';
import * as payments from './payments.ts';
import * as people from './people.ts';
import * as reviews from './reviews.ts';

/** The table of calls. */
export const calls = {
  ...identity,
  ...catalogue,
  ...inventory,
  ...images,
  ...orders,
  ...savedLists,
  ...payments,
  ...people,
  ...promises,
  ...purchaseDesk,
  ...promiseLinks,
  ...reviews,
} as const satisfies Record<CallName, Call>;

/** Calls that read what everybody may see, and nothing of who asks: a page may make them while it is rendered. */
export type PublicRead = {
  [N in CallName]: (typeof calls)[N] extends
    | { actor: 'anyone'; feature: 'catalogue' | 'reviews' }
    | { actor: 'link'; feature: 'payments' }
    ? (typeof calls)[N] extends { pdf: true }
      ? never
      : Extract<CallPaths[N][0], 'GET'> extends never
        ? never
        : N
    : never;
}[CallName];
