import * as catalogue from './catalogue.ts';
import * as identity from './identity.ts';
import * as images from './images.ts';
import * as inventory from './inventory.ts';
import type { Call } from './kernel/call.ts';
import type { CallName } from './kernel/paths.ts';
import * as orders from './orders.ts';
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
  ...payments,
  ...people,
  ...reviews,
} as const satisfies Record<CallName, Call>;
