import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import type { PaymentConfig } from '#web/api/server-context.ts';
import type { Gateway } from './gateway.ts';

/** The failure is a sentence for the buyer. */
export async function loadGateway({ publishableKey, apiBase }: PaymentConfig): Promise<Outcome<Gateway, string>> {
  const loading = apiBase
    ? import('./sandbox-gateway.tsx').then((it) => it.createSandboxGateway(apiBase, publishableKey))
    : import('./stripe-gateway.tsx').then((it) => it.createStripeGateway(publishableKey));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The card form took too long to load.')), SCREEN.loadingSeconds * 1000);
  });
  try {
    return success(await Promise.race([loading, limit]));
  } catch {
    return failure('The card payment provider cannot be reached. Nothing was charged. Check your connection.');
  } finally {
    clearTimeout(timer);
  }
}
