import type { Order } from '#model/orders/order.ts';
import { personalStorage, readKept } from '#web/api/personal-storage.ts';

export interface Contact {
  readonly phone: string;
  readonly address: string;
}

const nameOf = (uid: string) => `contact:${uid}`;

export function rememberContact(uid: string, contact: Contact): void {
  personalStorage.setItem(nameOf(uid), JSON.stringify(contact));
}

/** After an order, the next form starts with that order's contact. */
export function forgetContact(uid: string): void {
  personalStorage.removeItem(nameOf(uid));
}

export function recallContact(uid: string): Contact | undefined {
  const { phone, address } = readKept<Contact>(nameOf(uid));
  return typeof phone === 'string' && typeof address === 'string' ? { phone, address } : undefined;
}

/** The contact of the newest order. Orders come oldest first. */
export function lastContact(orders: readonly Pick<Order, 'phone' | 'address'>[]): Contact | undefined {
  const last = orders.at(-1);
  return last && { phone: last.phone, address: last.address };
}
