import type { FormEvent } from 'react';
import { PayFoot, type PayFootProps } from './pay-foot.tsx';

interface PayPalPanelProps extends Pick<PayFootProps, 'paying' | 'blocked' | 'message'> {
  testMode: boolean;
  /** What is no error: the buyer has come back without paying. */
  note: string | undefined;
  onPay: () => void;
}

export function PayPalPanel({ testMode, paying, blocked, message, note, onPay }: PayPalPanelProps) {
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!paying && !blocked) onPay();
  }
  return (
    <form className="payform" aria-label="PayPal" method="post" onSubmit={submit}>
      <p>You go to PayPal and come back here.</p>
      {note && (
        <p className="soft" role="status">
          {note}
        </p>
      )}
      <PayFoot
        {...{ paying, blocked, message }}
        label="Go on to PayPal"
        note={testMode ? 'Test mode. No money moves.' : 'You pay at PayPal, not in the shop.'}
      />
    </form>
  );
}
