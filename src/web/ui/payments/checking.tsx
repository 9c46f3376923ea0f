import type { ReactNode } from 'react';
import { March } from '../kernel/march.tsx';

interface CheckingProps {
  /** False when the polls are used up. */
  asking: boolean;
  unreachable: boolean;
  /** Ask again, and My Orders. Never a way to pay. */
  actions: ReactNode;
  /** Where the result shows later. */
  later?: string;
}

const MY_ORDERS = 'My Orders says Paid as soon as the payment is there.';

export function Checking({ asking, unreachable, actions, later = MY_ORDERS }: CheckingProps) {
  return (
    <section className="checking" role="status">
      {asking && <March large />}
      <h2 className="h2">We are checking your payment</h2>
      <p className="soft">
        <b>Do not pay again.</b> {unreachable ? NOT_KNOWN : asking ? NOT_YET : `${TAKES_LONG} ${later}`}
      </p>
      {!asking && <div className="checking__acts">{actions}</div>}
    </section>
  );
}

const NOT_YET = 'The result has not arrived yet. This page shows it as soon as it is known.';

const TAKES_LONG =
  'The result is taking longer than usual. You are charged once at most, and the shop goes on asking by itself.';

const NOT_KNOWN =
  'There is no connection, so it is not known whether you were charged. You are charged once at most. When the connection is back, this page says either that the order is paid, or that nothing was charged and you can pay.';
