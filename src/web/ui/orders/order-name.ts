import { shortOrderId } from '#model/kernel/ids.ts';
import type { Order } from '#model/orders/order.ts';

type Named = Pick<Order, '_id' | 'number' | 'purchase'>;

/** As the desk calls it: by the number of its purchase, and where that has other orders by its own id, too. */
export const orderName = ({ _id, number, purchase }: Named): string =>
  purchase || !number ? `Order ${shortOrderId(_id)}${number ? ` of ${number}` : ''}` : number;
