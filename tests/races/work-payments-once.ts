import process from 'node:process';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pino } from 'pino';
import { connect } from '../../platform/postgres/sql.ts';
import { joinProviders } from '../../src/outside/payments/payments.ts';
import { createPayPal } from '../../src/outside/payments/paypal.ts';
import { createStripe } from '../../src/outside/payments/stripe.ts';
import { workOutbox } from '../../src/services/kernel/send-messages.ts';
import { paymentSenders } from '../../src/services/payments/payment-senders.ts';
import { sweepPayments } from '../../src/services/payments/sweep-payments.ts';
import * as schema from '../../src/tables/schema.ts';

// A program: claims what was approved and, unless that is all, sends what is due; to be killed meanwhile.
const { database, stripe, paypal, now, claims } = JSON.parse(process.argv[2] ?? '');
const sql = connect(database, { max: 5, log: () => {} });
const context = {
  db: drizzle(sql.pool, { schema }),
  clock: () => new Date(now),
  log: pino({ level: 'silent' }),
  payments: joinProviders(createStripe(stripe), createPayPal(paypal)),
  wake: () => {},
};
setInterval(() => {}, 60_000);
await sweepPayments(context);
if (!claims) await workOutbox(context as never, paymentSenders as never);
