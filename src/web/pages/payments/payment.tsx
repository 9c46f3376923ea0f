import { type ReactNode, useState } from 'react';
import { href } from 'react-router';
import type { SignedIn } from '#model/identity/person.ts';
import { OrderId } from '#model/kernel/ids.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { Order, OrderState, Purchase } from '#model/orders/order.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { shopContext } from '#web/api/server-context.ts';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { RetryNotice } from '#web/ui/kernel/retry-notice.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { manyOrders } from '#web/ui/orders/list-counts.ts';
import { isClosed } from '#web/ui/payments/closed-order.tsx';
import { PaymentSkeleton } from '#web/ui/payments/payment-skeleton.tsx';
import { admitCustomer } from '../identity/access.ts';
import type { DashboardHandle } from '../kernel/dashboard-handle.ts';
import { orAbsent } from '../kernel/or-absent.ts';
import { useKept } from '../kernel/use-kept.ts';
import { useReload } from '../kernel/use-reload.ts';
import type { Route } from './+types/payment.ts';
import { PayOrder, SeeMyOrders } from './pay-order.tsx';

export const handle: DashboardHandle = { under: [href('/dashboard/myorders')] };

/** From the server's configuration; not secret. */
export function loader({ context }: Route.LoaderArgs) {
  const { payments, testMode } = context.get(shopContext);
  return { ...payments, testMode };
}

/** `purchase`: what the order is paid with, where that is more than itself. */
interface Found {
  readonly order: Order;
  readonly purchase: Purchase | undefined;
  readonly user: SignedIn;
}
type Payable = Outcome<Found, ApiFailure>;

/** Returns at once with a promise, so that the page shows its own skeleton. */
export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs) {
  const admission = await admitCustomer();
  const payable: Promise<Payable> = admission.ok
    ? findOrder(params.orderId, admission.value.user)
    : Promise.resolve(failure(admission.failure));
  const config = await serverLoader();
  if (!config.apiBase) await haveOwnDocument(params.orderId);
  return { config, payable };
}
clientLoader.hydrate = true as const;

/** Others of its purchase may go on. */
const ENDED: readonly OrderState[] = ['cancelled', 'refund_due', 'refunded'];

/** By the id of an order or the number of a purchase. */
async function findOrder(id: string, user: SignedIn): Promise<Payable> {
  const known = OrderId.safeParse(id);
  if (!known.success) return findKept(id, user);
  const answer = await api.call('getOrder', { params: { id: known.data } });
  if (!answer.ok) return answer;
  const order = answer.value;
  if (ENDED.includes(order.state)) return findKept(id, user);
  if (!order.purchase) return success({ order, purchase: undefined, user });
  const whole = await api.call('getPurchase', { params: { id: order.purchase.id } });
  return whole.ok ? success({ order, purchase: whole.value, user }) : whole;
}

/** A line of the purchase that was not taken out or given back: a link may name its first line, which was, or its number. */
async function findKept(id: string, user: SignedIn): Promise<Payable> {
  const whole = orAbsent(await api.call('getPurchase', { params: { id: id as never } }), 'order_not_found');
  if (!whole.ok) return whole;
  const { lines } = whole.value;
  const order =
    lines.find(({ paid }) => paid) ??
    lines.find(({ state }) => state !== 'cancelled') ??
    lines.find(({ _id }) => _id === id) ??
    lines[0];
  if (!order) return failure({ status: 404, code: 'order_not_found' });
  // A line of a cancelled purchase may be one that was taken out long before: all are shown.
  const more = order.purchase || (order.state === 'cancelled' && lines.length > 1);
  return success({ order, purchase: more ? whole.value : undefined, user });
}

export function HydrateFallback() {
  return (
    <>
      <PageHead title="Payment">
        <Skeleton className="sk--inline h-4 w-72 max-w-full" />
      </PageHead>
      <PaymentSkeleton />
    </>
  );
}

export default function Payment({ loaderData, params }: Route.ComponentProps) {
  return <PaymentPage key={params.orderId} {...loaderData} />;
}

type Loaded = Route.ComponentProps['loaderData'];

function PaymentPage({ config, payable }: Loaded) {
  const { value, failure, waiting } = useKept(payable);
  const reload = useReload();
  const [asking, setAsking] = useState(true);
  const isComing = !value && !failure;
  const again = () => void reload();
  return (
    <>
      <PageHead title="Payment">
        {value && asking && greeting(value)}
        {isComing && <Skeleton className="sk--inline h-4 w-72 max-w-full" />}
      </PageHead>
      {value && failure && <RetryNotice problem={failureText(failure)} busy={waiting} onRetry={again} />}
      {value && <PayOrder {...value} config={config} onAsking={setAsking} />}
      {!value && failure && <NotPayable failure={failure} waiting={waiting} onRetry={again} />}
      {isComing && <PaymentSkeleton />}
    </>
  );
}

function greeting({ user, order }: Found): ReactNode {
  if (order.paid || isClosed(order)) return null;
  return (
    <>
      Hello <bdi>{user.displayName}</bdi>, please pay for{' '}
      {order.purchase && order.purchase.lines > 1 ? `these ${manyOrders(order.purchase.lines)}` : 'this order'}.
    </>
  );
}

interface NotPayableProps {
  failure: ApiFailure;
  waiting: boolean;
  onRetry: () => void;
}

function NotPayable({ failure, waiting, onRetry }: NotPayableProps) {
  if (failure.status === 404 || failure.status === 403) {
    return (
      <Empty title="There is no such order among yours" action={<SeeMyOrders />}>
        The address may be incomplete, or the order belongs to another account.
      </Empty>
    );
  }
  return <Failure title="Your order did not load" detail={failureText(failure)} onRetry={onRetry} retrying={waiting} />;
}

/**
 * Reloads the payment page as its own document after a navigation from another page: the content security policy is
 * that of the first page, and only the payment page's allows Stripe's fields.
 */
async function haveOwnDocument(orderId: string): Promise<void> {
  const [loaded] = performance.getEntriesByType('navigation');
  const page = href('/dashboard/payment/:orderId', { orderId });
  if (loaded && new URL(loaded.name).pathname.startsWith(page.slice(0, -orderId.length))) return;
  // The way back may bring this one as it is left, still waiting.
  addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());
  window.location.assign(page);
  await new Promise<never>(() => {});
}
