import type { Endpoint } from './call.ts';
import { retrieveCharge } from './charges.ts';
import { authenticatePaymentIntent, confirmPaymentIntent, settlePaymentIntent } from './confirm.ts';
import { listEvents, retrieveEvent } from './events.ts';
import {
  cancelPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
} from './payment-intents.ts';
import { createPaymentMethod, retrievePaymentMethod } from './payment-methods.ts';
import { createRefund, listRefunds, retrieveRefund } from './refunds.ts';

const server = ['secret'] as const;
const browser = ['secret', 'publishable'] as const;

/** The two `sandbox_` calls are not Stripe's. */
export const endpoints: readonly Endpoint[] = [
  { method: 'POST', path: '/v1/payment_methods', actors: browser, run: createPaymentMethod },
  { method: 'GET', path: '/v1/payment_methods/:id', actors: server, run: retrievePaymentMethod },

  { method: 'POST', path: '/v1/payment_intents', actors: server, run: createPaymentIntent },
  { method: 'GET', path: '/v1/payment_intents', actors: server, run: listPaymentIntents },
  { method: 'GET', path: '/v1/payment_intents/:id', actors: browser, run: retrievePaymentIntent },
  { method: 'POST', path: '/v1/payment_intents/:id/confirm', actors: browser, run: confirmPaymentIntent },
  { method: 'POST', path: '/v1/payment_intents/:id/cancel', actors: server, run: cancelPaymentIntent },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/sandbox_authenticate',
    actors: browser,
    run: authenticatePaymentIntent,
  },
  { method: 'POST', path: '/v1/payment_intents/:id/sandbox_settle', actors: server, run: settlePaymentIntent },

  { method: 'GET', path: '/v1/charges/:id', actors: server, run: retrieveCharge },

  { method: 'POST', path: '/v1/refunds', actors: server, run: createRefund },
  { method: 'GET', path: '/v1/refunds', actors: server, run: listRefunds },
  { method: 'GET', path: '/v1/refunds/:id', actors: server, run: retrieveRefund },

  { method: 'GET', path: '/v1/events', actors: server, run: listEvents },
  { method: 'GET', path: '/v1/events/:id', actors: server, run: retrieveEvent },
];
