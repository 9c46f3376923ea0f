import type { Outcome } from '#model/kernel/outcome.ts';
import type { Order, OrderState } from '#model/orders/order.ts';

/** States that end by themselves while the payment is settled. */
const WAITING: ReadonlySet<OrderState> = new Set(['unpaid', 'expiring', 'cancelling']);

/** Milliseconds before each poll: sooner at first, then every 3 seconds, a little over a minute in all. */
export const LOOKS: readonly number[] = [0, 300, 700, 1000, 1000, 2000, 2000, ...Array<number>(20).fill(3000)];

export const NOT_FINISHED = 'Your last payment was not finished, and nothing was charged. You can pay now.';

export interface Watch {
  readonly read: () => Promise<Outcome<Order, unknown>>;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  /** Whether nothing was charged after all. Asked beside every look but the first. */
  readonly payable?: () => Promise<boolean>;
  readonly looks?: readonly number[];
}

/** Polls an order until its payment is settled; undefined when the polls are used up. A failed poll counts as one. */
export async function watchOrder({
  read,
  wait,
  signal,
  payable,
  looks = LOOKS,
}: Watch): Promise<Order | 'payable' | undefined> {
  for (const pause of looks) {
    await wait(pause, signal);
    if (signal.aborted) return undefined;
    const answer = await read();
    if (answer.ok && !WAITING.has(answer.value.state)) return answer.value;
    if (pause > 0 && (await payable?.())) return 'payable';
  }
  return undefined;
}

/** Resolves early, without an error, when aborted. */
export function waitInBrowser(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
