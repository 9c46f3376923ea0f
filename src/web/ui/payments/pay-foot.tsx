import { useEffect, useRef } from 'react';
import { Button } from '../kernel/button.tsx';
import { Icon } from '../kernel/icon.tsx';

export interface PayFootProps {
  /** On the button. */
  label: string;
  paying: boolean;
  /** Whether something must be decided before it can be paid. */
  blocked: boolean;
  /** Why the last try failed. */
  message: string | undefined;
  note: string;
}

/** What every form that pays ends with. */
export function PayFoot({ label, paying, blocked, message, note }: PayFootProps) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(message);
  // While it was being paid the fields were off, and the one that had the focus has lost it.
  useEffect(() => {
    if (message && message !== before.current && document.activeElement === document.body) button.current?.focus();
    before.current = message;
  }, [message]);
  return (
    <>
      {message && (
        <p className="err" role="alert">
          <Icon name="warn" />
          {message}
        </p>
      )}
      <Button ref={button} type="submit" variant="primary" size="lg" block loading={paying} disabled={blocked}>
        {label}
      </Button>
      <p className="small muted payform__note" role="status">
        <Icon name="lock" small />
        {note}
      </p>
    </>
  );
}
