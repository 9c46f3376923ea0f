import { Icon } from '../kernel/icon.tsx';

/** Stands beside a reviewer who has a shipped order. */
export function VerifiedPurchase() {
  return (
    <span className="verified">
      <Icon name="check" small />
      Verified purchase
    </span>
  );
}
