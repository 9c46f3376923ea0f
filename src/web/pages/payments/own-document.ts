import { href } from 'react-router';

/**
 * Reloads the payment page as its own document after a navigation from another page: the content security policy is
 * that of the first page, and only the payment page's allows Stripe's fields.
 */
export async function haveOwnDocument(orderId: string): Promise<void> {
  const [loaded] = performance.getEntriesByType('navigation');
  const page = href('/dashboard/payment/:orderId', { orderId });
  if (loaded && new URL(loaded.name).pathname.startsWith(page.slice(0, -orderId.length))) return;
  window.location.assign(page);
  await new Promise<never>(() => {});
}
