import type { Order } from '#model/orders/order.ts';
import { formatCount } from '#texts/format.ts';
import { Day } from '../kernel/moment.tsx';
import { promisesOf } from './purchase-story.ts';

/** "Ships by 4 Dec 2026", or "340 ship by 4 Dec 2026, 60 by 27 Dec 2026": what comes with a delivery has a day of its own. */
export function ShipsBy({ order }: { order: Order }) {
  const [now, later] = promisesOf(order);
  if (!now) return null;
  return (
    <>
      {later ? `${formatCount(now.pieces)} ${now.pieces === 1 ? 'ships' : 'ship'} by ` : 'Ships by '}
      <Day iso={now.at} />
      {later && (
        <>
          , {formatCount(later.pieces)} by <Day iso={later.at} />
        </>
      )}
    </>
  );
}
