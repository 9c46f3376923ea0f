import type { Outcome } from '#model/kernel/outcome.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { newestOnly } from '../kernel/newest.ts';
import { admitAdmin } from './access.ts';

/** The loader of a page with a list for admins. It answers at once; the rows follow, so that the page shows its skeleton. */
export function listForAdmins<L>(
  load: (params: URLSearchParams, signal: AbortSignal) => Promise<Outcome<L, ApiFailure>>,
) {
  const takeTurn = newestOnly();
  const loader = async ({ request }: { request: Request }): Promise<{ list: Promise<Outcome<L, ApiFailure>> }> => {
    // Before anything is waited for: a page that was left must not end the load of the one that is coming.
    const inTurn = takeTurn();
    const admission = await admitAdmin();
    if (!admission.ok) return { list: Promise.resolve(admission) };
    const { searchParams } = new URL(request.url);
    return { list: inTurn((signal) => load(searchParams, signal)) };
  };
  return Object.assign(loader, { hydrate: true as const });
}
