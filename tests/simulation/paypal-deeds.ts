import type { OrderId } from '#model/kernel/ids.ts';
import { toCents } from '#model/kernel/money.ts';
import type { PayerKind } from '#sandbox/paypal/payers.ts';
import type { Context } from '#services/kernel/context.ts';
import { beginPayPal } from '#services/payments/begin-payment.ts';
import { confirmPayment } from '#services/payments/confirm-payment.ts';
import type { PayPal } from './paypal.ts';
import type { Random } from './random.ts';

interface Placed {
  readonly id: OrderId;
  readonly owner: string;
  readonly price?: number;
}

type Deeds = Readonly<Record<string, () => Promise<void> | void>>;

interface Life {
  readonly paypal: PayPal;
  readonly random: Random;
  /** Who approves. */
  readonly payers: readonly PayerKind[] | undefined;
  /** Of a life that is led to PayPal: what was placed last, which all goes on with. */
  readonly newest: () => Placed | undefined;
  readonly drawn: () => Placed | undefined;
  readonly amountOf: (id: string) => Promise<number>;
  readonly trace: string[];
  readonly start: (task: string, work: (context: Context) => Promise<unknown>) => Promise<void>;
  readonly hear: (events: PayPal['events']) => Promise<void> | void;
  /** What is done with cards. */
  readonly others: Deeds;
}

const PAYERS: readonly PayerKind[] = [
  ...(['pays', 'pays', 'pays', 'pending', 'pending', 'declined', 'denied', 'again'] as const),
  ...(['disputes', 'reversed', 'rebounds', 'parts'] as const),
];

/** Besides, where PayPal is offered. */
export const PAYPAL_DEEDS = ['approve', 'approve', 'approve', 'confirm', 'PayPal gives back by hand', 'webhook'];

/** The same deeds where some pay with PayPal. */
export function payPalDeeds(life: Life): Deeds {
  const { paypal, random, payers = PAYERS, newest, drawn, amountOf, trace, start, hear, others } = life;
  const begun = new Map<string, Placed>();
  const one = () => [...begun].at(newest() ? -1 : random.below(Math.max(begun.size, 1)));
  const either = (name: string, mine: () => Promise<void> | void) =>
    newest() || random.chance(0.6) ? mine() : others[name]?.();
  return {
    pay: () =>
      either('pay', async () => {
        const order = newest() ?? drawn();
        if (!order) return;
        const price = order.price ?? (await amountOf(order.id));
        return start('pay', async (context) => {
          const done = await beginPayPal(context, order.owner, { price, orderId: order.id });
          if (done.ok) begun.set(done.value.transactionId, order);
        });
      }),
    approve: () => {
      const [id] = one() ?? [];
      if (id === undefined) return;
      const payer = random.one(payers);
      trace.push(`approve as ${payer}: ${paypal.approve(id, payer)}`);
    },
    confirm: () =>
      either('confirm', () => {
        const [id, order] = one() ?? [];
        if (!id || !order) return;
        return start('confirm', (context) => confirmPayment(context, order.owner, order.id, id));
      }),
    bank: async () => {
      await others.bank?.();
      for (const id of begun.keys()) paypal.decide(id, random.chance(0.5));
    },
    webhook: () => either('webhook', () => hear(paypal.events)),
    'PayPal gives back by hand': () => {
      const [id] = one() ?? [];
      const amount = random.chance(0.5) ? 500 : (paypal.shown(id ?? '')?.amountReceived ?? 0);
      if (id && amount > 0) trace.push(`by hand: ${paypal.giveBackByHand(id, toCents(amount)) !== undefined}`);
    },
  };
}
