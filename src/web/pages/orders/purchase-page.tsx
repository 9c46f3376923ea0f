import { href } from 'react-router';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import { type Purchase, TypedPurchaseNumber } from '#model/orders/order.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { shopContext } from '#web/api/server-context.ts';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { PurchasePageSkeleton } from '#web/ui/orders/purchase-page-skeleton.tsx';
import { admitSignedIn } from '../identity/access.ts';
import type { DashboardHandle } from '../kernel/dashboard-handle.ts';
import { orAbsent } from '../kernel/or-absent.ts';
import { useLoadedOnReturn } from '../kernel/use-loaded-on-return.ts';
import type { Route } from './+types/purchase-page.ts';
import { ManagedPurchase } from './desk/managed-purchase.tsx';
import { Found, whileShown } from './found.tsx';
import { OwnPurchase } from './own-purchase.tsx';

export const handle: DashboardHandle = { under: [href('/dashboard/myorders'), href('/dashboard/manageAllOrders')] };

export const loader = ({ context }: Route.LoaderArgs) => ({ contact: context.get(shopContext).contactEmail });

type Loaded = Outcome<{ purchase: Purchase; admin: boolean }, ApiFailure>;

/** Asked for once: a page that is loaded again in vain stays. */
let shop: Awaited<ReturnType<typeof loader>> | undefined;

/** Returns at once with a promise, so that the page shows its own skeleton. */
export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  const found = whileShown(findPurchase(params.no));
  shop ??= await serverLoader();
  return { ...shop, found };
}
clientLoader.hydrate = true as const;

async function findPurchase(no: string): Promise<Loaded> {
  const admission = await admitSignedIn();
  if (!admission.ok) return admission;
  const { admin } = admission.value;
  const answer = orAbsent(await api.call('getPurchase', { params: { id: no as never } }), 'order_not_found');
  return answer.ok ? success({ purchase: answer.value, admin }) : answer;
}

const titleOf = (no: string): string => {
  const number = TypedPurchaseNumber.safeParse(no);
  return number.success ? `Purchase ${number.data}` : 'Purchase';
};

export function HydrateFallback({ params }: Route.HydrateFallbackProps) {
  return (
    <>
      <PageHead title={titleOf(params.no)}>
        <Skeleton className="sk--inline h-4 w-48 max-w-full" />
      </PageHead>
      <PurchasePageSkeleton />
    </>
  );
}

export default function PurchasePage({ loaderData: { found, contact }, params: { no } }: Route.ComponentProps) {
  useLoadedOnReturn();
  const skeleton = (
    <>
      <PageHead title={titleOf(no)} />
      <PurchasePageSkeleton />
    </>
  );
  return (
    <Found key={no} of="purchase" title={titleOf(no)} found={found} skeleton={skeleton}>
      {({ purchase, admin }) =>
        admin ? <ManagedPurchase purchase={purchase} /> : <OwnPurchase purchase={purchase} contact={contact} />
      }
    </Found>
  );
}
