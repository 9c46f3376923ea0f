import { type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from 'react-router';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { Order } from '#model/orders/order.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/session.ts';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { Tabs } from '#web/ui/kernel/tabs.tsx';
import { AdminOrderRow } from '#web/ui/orders/admin-order-row.tsx';
import { AdminOrdersSkeleton, AdminOrdersTable } from '#web/ui/orders/admin-orders-table.tsx';
import { belongsTo, ORDER_TABS, type OrderTab, orderTab } from '#web/ui/orders/order-filter.ts';
import { admitAdmin } from '../kernel/access.ts';
import { useAnswer } from '../kernel/use-answer.ts';
import type { Route } from './+types/manage-orders.ts';
import { leaveWhenRefused, useShipping } from './use-shipping.ts';

type Orders = Outcome<Order[], ApiFailure>;

const TITLES: Record<OrderTab, string> = { all: 'All', unpaid: 'Unpaid', pending: 'Pending', shipped: 'Shipped' };

/** Answers at once; the orders follow, so that the page shows its own skeleton meanwhile. */
export async function clientLoader(): Promise<{ orders: Promise<Orders> }> {
  const admission = await admitAdmin();
  if (!admission.ok) return { orders: Promise.resolve(admission) };
  return { orders: api.call('listOrders', {}).then(leaveWhenRefused) };
}
clientLoader.hydrate = true as const;

/** Changing the tab changes the address, but not what is listed. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate;
}

export function HydrateFallback() {
  return (
    <>
      <PageHead title="Manage All Orders" />
      <AdminOrdersSkeleton />
    </>
  );
}

export default function ManageOrders({ loaderData }: Route.ComponentProps) {
  const { answer, waiting } = useAnswer(loaderData.orders);
  return (
    <>
      <PageHead title="Manage All Orders" />
      {answer ? <List answer={answer} waiting={waiting} /> : <AdminOrdersSkeleton />}
    </>
  );
}

function List({ answer, waiting }: { answer: Orders; waiting: boolean }) {
  const { revalidate } = useRevalidator();
  if (answer.ok) return <OrderTabs loaded={answer.value} />;
  // Whoever was refused is on the way to the login page.
  if (answer.failure.status === 403) return <AdminOrdersSkeleton />;
  return (
    <Failure
      title="The orders did not load"
      detail={answer.failure.detail}
      onRetry={() => void revalidate()}
      retrying={waiting}
    />
  );
}

function OrderTabs({ loaded }: { loaded: Order[] }) {
  const [search, setSearch] = useSearchParams();
  const { orders, touched, busy, problems, ship, settle } = useShipping(loaded);
  const tab = orderTab(search.get('status'));
  const shown = orders.filter((order) => belongsTo(tab, order) || touched.has(order._id));
  const choose = (next: OrderTab) => {
    settle();
    setSearch(next === 'all' ? {} : { status: next }, { replace: true, preventScrollReset: true });
  };
  return (
    <Tabs
      label="Orders by status"
      tabs={ORDER_TABS.map((name) => ({
        name,
        title: TITLES[name],
        count: orders.filter((order) => belongsTo(name, order)).length,
      }))}
      value={tab}
      onChange={choose}
    >
      {shown.length === 0 ? (
        <Empty title={tab === 'all' ? 'No orders yet' : `No ${tab} orders`}>
          {tab === 'all' ? 'Orders of all customers appear here.' : 'Orders appear here when they come to this status.'}
        </Empty>
      ) : (
        <AdminOrdersTable>
          {shown.toReversed().map((order) => (
            <AdminOrderRow
              key={order._id}
              order={order}
              shipping={busy.has(order._id)}
              problem={problems.get(order._id)}
              onShip={() => void ship(order)}
            />
          ))}
        </AdminOrdersTable>
      )}
    </Tabs>
  );
}
