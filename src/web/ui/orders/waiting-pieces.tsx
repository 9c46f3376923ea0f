import type { Order } from '#model/orders/order.ts';
import { formatCount } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';

export function WaitingPieces({ pieces, date, place }: NonNullable<Order['waiting']>) {
  return (
    <span className="sub">
      {formatCount(pieces)} {pieces === 1 ? 'waits' : 'wait'} for {formatDeliveryDay(date)}, place {formatCount(place)}{' '}
      in the queue
    </span>
  );
}
