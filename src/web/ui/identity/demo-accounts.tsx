import type { MouseEvent } from 'react';
import { Button } from '../kernel/button.tsx';

export type DemoAccount = 'admin' | 'customer';

interface DemoAccountsProps {
  busy: DemoAccount | undefined;
  waking: boolean;
  onChoose: (account: DemoAccount) => void;
}

export function DemoAccounts({ busy, waking, onChoose }: DemoAccountsProps) {
  return (
    <section className="auth__demo" aria-label="Demonstration accounts">
      <p className="small muted">
        This is a demonstration: nothing is charged and nothing ships. Look around first with a ready account.
      </p>
      <div className="demo">
        <Button loading={busy === 'admin'} waking={waking} onMouseDown={keepFocus} onClick={() => onChoose('admin')}>
          Admin Demo Account
        </Button>
        <Button
          loading={busy === 'customer'}
          waking={waking}
          onMouseDown={keepFocus}
          onClick={() => onChoose('customer')}
        >
          User Demo Account
        </Button>
      </div>
    </section>
  );
}

// Leaving a field now would show its error and move the button from under the pointer.
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
