import type { Order } from '#model/orders/order.ts';
import { type PersonalStorage, personalStorage } from '#web/api/personal-storage.ts';

/** Whom and where to reach about an order, as typed. */
export interface Contact {
  readonly phone: string;
  readonly address: string;
}

const nameOf = (uid: string) => `contact:${uid}`;

/** Keeps what a person typed, for a reload and for the next order. */
export function rememberContact(uid: string, contact: Contact, storage: PersonalStorage = personalStorage): void {
  storage.setItem(nameOf(uid), JSON.stringify(contact));
}

/** The order is placed: the next one begins with what this one was placed with. */
export function forgetContact(uid: string, storage: PersonalStorage = personalStorage): void {
  storage.removeItem(nameOf(uid));
}

/** What this person typed last in this tab. */
export function recallContact(uid: string, storage: PersonalStorage = personalStorage): Contact | undefined {
  try {
    const { phone, address } = JSON.parse(storage.getItem(nameOf(uid)) ?? '{}') as Partial<Contact>;
    if (typeof phone === 'string' && typeof address === 'string') return { phone, address };
  } catch {
    // Not written here: as good as nothing.
  }
  return undefined;
}

/** The contact of the newest order, for a form that is still empty. Orders come oldest first. */
export function lastContact(orders: readonly Pick<Order, 'phone' | 'address'>[]): Contact | undefined {
  const last = orders.at(-1);
  return last && { phone: last.phone, address: last.address };
}
