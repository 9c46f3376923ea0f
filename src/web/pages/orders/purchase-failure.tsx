import { href } from 'react-router';
import type { Tool } from '#model/catalogue/tool.ts';
import { failureText } from '#texts/failures.ts';
import { formatCount } from '#texts/format.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';

interface PurchaseFailureProps {
  failure: ApiFailure;
  /** The tool of the one order, or none where there are many. */
  tool?: Tool;
  onRetry: () => void;
}

export function PurchaseFailure({ failure, tool, onRetry }: PurchaseFailureProps) {
  const { code } = failure;
  const unsure = refusalOf(failure) === undefined;
  return (
    <Notice
      tone={unsure ? 'danger' : 'warning'}
      role="alert"
      ref={bringIntoView}
      className="purchase__note"
      action={<NextStep failure={failure} onRetry={onRetry} />}
    >
      {code === 'out_of_stock' && tool
        ? `Somebody else was faster: ${formatCount(tool.available_quantity)} available now. Nothing was ordered.`
        : failureText(failure)}
      {unsure && ' What you typed is kept, and trying again never orders twice.'}
    </Notice>
  );
}

/** The code of a refusal. Undefined without a failure, and where the outcome is unknown: no answer, or a failing shop. */
export const refusalOf = (failure: ApiFailure | undefined): string | undefined =>
  failure && failure.status > 0 && failure.status < 500 ? failure.code : undefined;

/** Tells whoever has left the page of the order, unless their session has ended. @param what was to be ordered */
export function showRefusal(what: string, failure: ApiFailure): void {
  if (failure.status === 401) return;
  const outcome = refusalOf(failure) ? `${what} was not ordered. ` : `${what} may have been ordered: see My Orders. `;
  const known = failure.code === 'idempotency_key_reused' ? '' : outcome;
  showToast({ tone: 'danger', text: `${known}${failureText(failure)}` });
}

const bringIntoView = (notice: HTMLDivElement | null) => notice?.scrollIntoView({ block: 'nearest' });

/** An order that is there is paid, cancelled or looked at first. */
const OF_OTHER_ORDERS: ReadonlySet<string> = new Set(['too_many_unpaid', 'too_much_unpaid', 'idempotency_key_reused']);

function NextStep({ failure, onRetry }: { failure: ApiFailure; onRetry: () => void }) {
  const { code, status } = failure;
  if (OF_OTHER_ORDERS.has(code)) {
    return (
      <ButtonLink size="sm" to={href('/dashboard/myorders')}>
        See My Orders
      </ButtonLink>
    );
  }
  // The quickest way out: the profile sends the mail again.
  if (code === 'unconfirmed_network' || code === 'unconfirmed_unpaid') {
    return (
      <ButtonLink size="sm" to={href('/dashboard')}>
        See My Profile
      </ButtonLink>
    );
  }
  if (code === 'tool_gone') {
    return (
      <ButtonLink size="sm" to={href('/')}>
        See all tools
      </ButtonLink>
    );
  }
  if (refusalOf(failure) !== undefined && status !== 429) return null;
  return (
    <Button size="sm" onClick={onRetry}>
      Try again
    </Button>
  );
}
