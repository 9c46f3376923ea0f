import type { Order } from '#model/orders/order.ts';
import { currentSession, subscribeToSession } from '#web/api/session.ts';

/** Whom and where to reach about an order, as typed. */
export interface Contact {
  readonly phone: string;
  readonly address: string;
}

const PREFIX = 'contact:';

/** Keeps what a person typed, for a reload and for the next order. It goes when they sign out. */
export function rememberContact(uid: string, contact: Contact): void {
  sessionStorage.setItem(PREFIX + uid, JSON.stringify(contact));
}

/** What this person typed last in this tab. */
export function recallContact(uid: string): Contact | undefined {
  try {
    const { phone, address } = JSON.parse(sessionStorage.getItem(PREFIX + uid) ?? '{}') as Partial<Contact>;
    if (typeof phone === 'string' && typeof address === 'string') return { phone, address };
  } catch {
    // Not written here: as good as nothing.
  }
  return undefined;
}

/** The contact of the newest order, for a form that is still empty. */
export function lastContact(orders: readonly Order[]): Contact | undefined {
  const last = orders.at(-1);
  return last && { phone: last.phone, address: last.address };
}

if (typeof window !== 'undefined') {
  subscribeToSession(() => {
    if (currentSession().status !== 'signed-out') return;
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  });
}
