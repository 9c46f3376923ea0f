const KEY = 'pending-payment';

/**
 * The payment being confirmed when this tab was left, so that a reload resumes checking instead of offering to pay
 * again. Kept in the tab only; the shop does not need it.
 */
export function readPending(orderId: string): string | undefined {
  const [order, transactionId] = (stored() ?? '').split(' ');
  return order === orderId ? transactionId : undefined;
}

export function writePending(orderId: string, transactionId: string): void {
  try {
    sessionStorage.setItem(KEY, `${orderId} ${transactionId}`);
  } catch {
    // Without storage only resuming is lost.
  }
}

export function dropPending(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
