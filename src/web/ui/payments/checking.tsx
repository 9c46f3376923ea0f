import type { ReactNode } from 'react';
import { March } from '../kernel/march.tsx';

interface CheckingProps {
  /** True while the shop is asked; false once it was asked often enough and did not know. */
  asking: boolean;
  /** To ask again, and to My Orders. Never a way to pay. */
  actions: ReactNode;
}

/** The time in which nobody knows yet whether a payment went through. */
export function Checking({ asking, actions }: CheckingProps) {
  return (
    <section className="checking" role="status">
      {asking && <March large />}
      <h2 className="h2">We are checking your payment</h2>
      {asking ? (
        <p className="soft">
          The result has not arrived yet. This page shows it as soon as it is known. Do not pay again.
        </p>
      ) : (
        <>
          <p className="soft">
            The result is taking longer than usual. Your card is charged once at most, and the shop goes on asking by
            itself: My Orders says Paid as soon as the payment is there.
          </p>
          <div className="checking__acts">{actions}</div>
        </>
      )}
    </section>
  );
}
