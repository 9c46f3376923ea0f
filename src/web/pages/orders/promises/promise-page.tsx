import { href } from 'react-router';
import { failure, type Outcome } from '#model/kernel/outcome.ts';
import { type PricePromise, PromiseNumber } from '#model/orders/promise.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { PurchasePageSkeleton } from '#web/ui/orders/purchase-page-skeleton.tsx';
import promiseStyles from '../../../styles/promises.css?url';
import purchaseStyles from '../../../styles/purchase.css?url';
import type { DashboardHandle } from '../../kernel/dashboard-handle.ts';
import { Found, findOwn, whileShown } from '../found.tsx';
import type { Route } from './+types/promise-page.ts';
import { OwnPromise } from './own-promise.tsx';

export const handle: DashboardHandle = { under: [href('/dashboard/promises')] };

export const links: Route.LinksFunction = () =>
  [promiseStyles, purchaseStyles].map((href) => ({ rel: 'stylesheet', href }));

/** Returns at once with a promise, so that the page shows its own skeleton. */
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => ({
  found: whileShown(findOwn(() => findPromise(params.no))),
});
clientLoader.hydrate = true as const;

async function findPromise(no: string): Promise<Outcome<PricePromise, ApiFailure>> {
  const number = PromiseNumber.safeParse(no.toUpperCase());
  if (!number.success) return failure({ status: 404, code: 'promise_not_found' });
  return api.call('getPromise', { params: { number: number.data } });
}

const titleOf = (no: string): string => {
  const number = PromiseNumber.safeParse(no.toUpperCase());
  return number.success ? `Price promise ${number.data}` : 'Price promise';
};

export function HydrateFallback({ params }: Route.HydrateFallbackProps) {
  return (
    <>
      <PageHead title={titleOf(params.no)}>
        <Skeleton className="sk--inline h-4 w-64 max-w-full" />
      </PageHead>
      <PurchasePageSkeleton says="Loading the price promise" />
    </>
  );
}

export default function PromisePage({ loaderData: { found }, params: { no } }: Route.ComponentProps) {
  const skeleton = (
    <>
      <PageHead title={titleOf(no)} />
      <PurchasePageSkeleton says="Loading the price promise" />
    </>
  );
  return (
    <Found key={no} of="price promise" title={titleOf(no)} found={found} skeleton={skeleton}>
      {({ value, user }) => <OwnPromise promise={value} user={user} />}
    </Found>
  );
}
