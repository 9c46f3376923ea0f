import type { FormEvent } from 'react';
import { Button } from '#web/ui/kernel/button.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';

interface PayPalPanelProps {
  testMode: boolean;
  paying: boolean;
  /** Whether something must be decided before it can be paid. */
  blocked: boolean;
  message: string | undefined;
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
      {message && (
        <p className="err" role="alert">
          <Icon name="warn" />
          {message}
        </p>
      )}
      <Button type="submit" variant="primary" size="lg" block loading={paying} disabled={blocked}>
        Go on to PayPal
      </Button>
      <p className="small muted payform__note" role="status">
        <Icon name="lock" small />
        {testMode ? 'Test mode. No money moves.' : 'You pay at PayPal, not in the shop.'}
      </p>
    </form>
  );
}
