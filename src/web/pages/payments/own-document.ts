import { href } from 'react-router';

/**
 * Loads the payment page as a document of its own when the visitor came to it from another page of the shop. The
 * content security policy is the first page's until then, and only that of the payment page lets Stripe's fields load.
 */
export async function haveOwnDocument(orderId: string): Promise<void> {
  const [loaded] = performance.getEntriesByType('navigation');
  const page = href('/dashboard/payment/:orderId', { orderId });
  if (loaded && new URL(loaded.name).pathname.startsWith(page.slice(0, -orderId.length))) return;
  window.location.assign(page);
  await new Promise<never>(() => {});
}
