import { formatCount } from '#model/kernel/count.ts';
import { shortOrderId } from '#model/kernel/ids.ts';
import { formatDollars } from '#model/kernel/money.ts';
import type { Fact } from '#model/mail/letter.ts';
import type { Order } from '#model/orders/order.ts';
import { discountPercent } from '#model/pricing/price.ts';

/** Which order it is. Its address and phone stay out: whoever placed it may have used somebody else's mail address. */
export const orderNamed = (order: Order): Fact[] => [
  { name: 'Order', value: shortOrderId(order._id) },
  { name: 'Tool', value: order.tools_name },
  { name: 'Quantity', value: formatCount(order.quantity) },
];

/** Which order it is and what it costs. `last` names what the sum is: to pay, or paid. */
export const orderPriced = (order: Order, last: string): Fact[] => [
  ...orderNamed(order),
  { name: 'Price per piece', value: formatDollars(order.tools_price) },
  ...(order.discount > 0
    ? [
        { name: 'Total price', value: formatDollars(order.total) },
        { name: `First order, ${discountPercent(order)}% off`, value: formatDollars(-order.discount) },
      ]
    : []),
  { name: last, value: formatDollars(order.amount), total: true },
];

/** A day as letters write it, in UTC. */
export const dayOf = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
