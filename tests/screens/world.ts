import type { Order } from '../../src/model/orders/order.ts';
import { newCustomer, type Somebody, theAdmin } from '../harness/people.ts';
import { expectOk, orderOf, payFor } from '../harness/shopping.ts';
import type { Role } from './screen.ts';

/** The people and orders that the screens show. */
export interface World {
  readonly origin: string;
  readonly people: Readonly<Record<Exclude<Role, 'visitor'>, Somebody>>;
  /** Orders of the customer, one in each state of the way. Nobody changes them. */
  readonly orders: { readonly unpaid: Order; readonly paid: Order; readonly shipped: Order };
  /** Places another order of the buyer, for a state that uses it up. */
  readonly order: () => Promise<Order>;
}

export async function makeWorld(origin: string): Promise<World> {
  const [customer, newcomer, buyer, admin] = await Promise.all([
    newCustomer(origin, 'Dana Ortiz'),
    newCustomer(origin, 'Priya Nair'),
    newCustomer(origin, 'Jonas Keller'),
    theAdmin(origin),
  ]);
  const shipped = await orderOf(origin, customer, { tool: 'Tape Measure' });
  await payFor(origin, customer, shipped);
  expectOk(await admin.call('PUT', `/manageOrder/${shipped._id}`));
  const paid = await orderOf(origin, customer, { tool: 'Claw Hammer' });
  await payFor(origin, customer, paid);
  const unpaid = await orderOf(origin, customer, { tool: 'Adjustable Wrench' });
  return {
    origin,
    people: { customer, newcomer, buyer, admin },
    orders: { unpaid, paid, shipped },
    order: () => orderOf(origin, buyer, { tool: 'Adjustable Wrench' }),
  };
}
