import { href } from 'react-router';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';

interface PurchaseTroubleProps {
  failure: ApiFailure;
  onRetry: () => void;
  retrying: boolean;
}

/** In the place of a purchase that did not load. */
export function PurchaseTrouble({ failure, onRetry, retrying }: PurchaseTroubleProps) {
  if (failure.status === 404) {
    return (
      <Empty
        title="There is no such purchase among yours"
        action={
          <ButtonLink variant="ink" to={href('/dashboard/myorders')}>
            See My Orders
          </ButtonLink>
        }
      >
        The address may be incomplete, or the purchase belongs to another account.
      </Empty>
    );
  }
  return (
    <Failure title="The purchase did not load" detail={failureText(failure)} onRetry={onRetry} retrying={retrying} />
  );
}
