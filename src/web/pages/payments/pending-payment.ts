const KEY = 'pending-payment';

/**
 * The payment that was being confirmed when this tab was last seen, so that a reload goes on checking it instead of
 * offering to pay again. Kept in the tab only; the shop itself needs no such hint.
 */
export function readPending(orderId: string): string | undefined {
  const [order, transactionId] = (stored() ?? '').split(' ');
  return order === orderId ? transactionId : undefined;
}

export function writePending(orderId: string, transactionId: string): void {
  try {
    sessionStorage.setItem(KEY, `${orderId} ${transactionId}`);
  } catch {
    // A browser that keeps nothing only loses the comfort of going on after a reload.
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
