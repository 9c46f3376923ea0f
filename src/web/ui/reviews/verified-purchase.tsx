import { Icon } from '../kernel/icon.tsx';

/** For authors with a shipped order. */
export function VerifiedPurchase() {
  return (
    <span className="verified">
      <Icon name="check" small />
      Verified purchase
    </span>
  );
}
