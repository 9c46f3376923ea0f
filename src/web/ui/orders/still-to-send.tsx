import type { Order } from '#model/orders/order.ts';
import { formatCount } from '#texts/format.ts';
import { notLeft } from './pieces-fields.tsx';

/** "10 to send, 5 sent, 20 refunded", below the quantity where that is not what is to be sent. */
export function StillToSend({ order }: { order: Order }) {
  const { paid, shipped = 0, given_up: refunded = 0, shipping } = order;
  if (!paid || shipped + refunded === 0) return null;
  const words = [
    ...(shipping ? [] : [`${formatCount(notLeft(order))} to send`]),
    ...(shipped > 0 ? [`${formatCount(shipped)} sent`] : []),
    ...(refunded > 0 ? [`${formatCount(refunded)} refunded`] : []),
  ];
  return <span className="sub">{words.join(', ')}</span>;
}
