import type { PaymentEvent } from '#outside/payments/provider.ts';
import type { Context } from '#services/kernel/context.ts';
import { storeEvent } from '#services/payments/store-event.ts';
import type { Random } from './random.ts';
import { HOUR } from './times.ts';

/** How the shop hears what a provider tells: late, twice, in any order or never, and of others. */
export function createWebhooks(its: {
  random: Random;
  clock: () => Date;
  struck: (site: string) => void;
  start: (task: string, work: (context: Context) => Promise<unknown>) => Promise<void>;
}) {
  const { random, clock, struck, start } = its;
  const delivered = new Set<string>();
  const about = ({ paymentId, captureId }: PaymentEvent) => paymentId ?? captureId;
  const deliver = (event: PaymentEvent) => {
    delivered.add(event.id);
    return start('webhook', (context) => storeEvent(context, event));
  };

  /** News of a payment that this shop has never made. */
  function ofAnotherProgram() {
    struck('webhook: of another program');
    const id = `evt_foreign_${random.below(2)}`;
    const news = { id, type: 'payment_intent.succeeded', createdAt: clock(), livemode: false };
    return start('webhook', (context) => storeEvent(context, { ...news, paymentId: 'pi_foreign' }));
  }

  return {
    /** One of them, by lot. */
    hear(events: readonly PaymentEvent[]): Promise<void> | void {
      const event = events.at(random.below(Math.max(events.length, 1)));
      if (!event) return;
      if (random.chance(0.3)) return struck('webhook: lost');
      if (random.chance(0.1)) return ofAnotherProgram();
      const later = events.slice(events.indexOf(event) + 1).filter((it) => about(it) === about(event));
      if (delivered.has(event.id)) struck('webhook: twice');
      else if (later.some((it) => delivered.has(it.id))) struck('webhook: out of order');
      if (clock().getTime() - event.createdAt.getTime() > HOUR) struck('webhook: late');
      return deliver(event);
    },
    /** Those that did not arrive, and are sent again for so many milliseconds. */
    async sendAgain(events: readonly PaymentEvent[], ms: number): Promise<void> {
      for (const event of events)
        if (!delivered.has(event.id) && clock().getTime() - event.createdAt.getTime() < ms) await deliver(event);
    },
  };
}
