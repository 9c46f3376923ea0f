import { type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from 'react-router';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { SearchBox } from '#web/ui/kernel/search-box.tsx';
import { Tabs } from '#web/ui/kernel/tabs.tsx';
import { AdminOrderRow } from '#web/ui/orders/admin-order-row.tsx';
import { AdminOrdersSkeleton, AdminOrdersTable } from '#web/ui/orders/admin-orders-table.tsx';
import { EarlierOrders } from '#web/ui/orders/earlier-orders.tsx';
import { belongsTo, isFound, ORDER_TABS, type OrderTab, orderTab } from '#web/ui/orders/order-filter.ts';
import { DeleteQuestion } from '#web/ui/orders/removal-question.tsx';
import { admitAdmin } from '../identity/access.ts';
import { useKept } from '../kernel/use-kept.ts';
import type { Route } from './+types/manage-orders.ts';
import { type LoadedOrders, loadOrders } from './load-orders.ts';
import type { Remove } from './remove-order.ts';
import { ReviewPanel } from './review-panel.tsx';
import { useOrderPages } from './use-order-pages.ts';
import { useRemoval } from './use-removal.ts';
import { useReview } from './use-review.ts';
import { leaveWhenRefused, useShipping } from './use-shipping.ts';

type Orders = Outcome<LoadedOrders, ApiFailure>;

const TITLES: Record<OrderTab, string> = {
  all: 'All',
  unpaid: 'Unpaid',
  pending: 'Pending',
  shipped: 'Shipped',
  review: 'To check',
};

/** Answers at once; the orders follow, so that the page shows its own skeleton meanwhile. */
export async function clientLoader(): Promise<{ orders: Promise<Orders> }> {
  const admission = await admitAdmin();
  if (!admission.ok) return { orders: Promise.resolve(admission) };
  return { orders: loadOrders() };
}
clientLoader.hydrate = true as const;

/** Changing the tab or the search changes the address, but not what is listed. */
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
  const kept = useKept(loaderData.orders);
  // Whoever was refused is on the way to the login page.
  const failure = kept.failure?.status === 403 ? undefined : kept.failure;
  if (!kept.value && !failure) return <HydrateFallback />;
  return (
    <>
      <PageHead title="Manage All Orders" action={kept.value && <Search />} />
      {failure && <Problem failure={failure} waiting={kept.waiting} />}
      {kept.value && <OrderTabs loaded={kept.value} />}
    </>
  );
}

function Problem({ failure, waiting }: { failure: ApiFailure; waiting: boolean }) {
  const { revalidate } = useRevalidator();
  return (
    <Failure
      title="The orders did not load"
      detail={failure.detail}
      onRetry={() => void revalidate()}
      retrying={waiting}
    />
  );
}

const remove: Remove = async (id) => leaveWhenRefused(await api.call('deleteOrder', { params: { id } }));

function OrderTabs({ loaded }: { loaded: LoadedOrders }) {
  const [{ tab, words }, narrow] = useNarrowing();
  const pages = useOrderPages(loaded, words);
  const shipping = useShipping(pages.orders);
  const removal = useRemoval(remove, shipping.orders);
  const review = useReview();
  const earlier = pages.earlier(tab);
  const found = removal.orders.filter((order) => isFound(words, order));
  const shown = found.filter(
    (order) => belongsTo(tab, order) || shipping.touched.has(order._id) || removal.concerns(order),
  );
  return (
    <>
      <Tabs
        label="Orders by status"
        tabs={ORDER_TABS.map((name) => ({
          name,
          title: TITLES[name],
          count: found.filter((order) => belongsTo(name, order)).length,
          more: pages.goesOn(name),
        })).filter(({ name, count }) => name !== 'review' || count > 0 || tab === 'review')}
        value={tab}
        onChange={(next) => {
          shipping.settle();
          narrow({ tab: next, words });
        }}
      >
        {shown.length === 0 ? (
          <NoneShown tab={tab} words={words} onClear={() => narrow({ tab, words: '' })} />
        ) : (
          <AdminOrdersTable>
            {shown.toReversed().map((order) => (
              <AdminOrderRow
                key={order._id}
                order={order}
                shipping={shipping.busy.has(order._id)}
                problem={shipping.problems.get(order._id) ?? removal.problems.get(order._id)}
                onShip={(button) => void shipping.ship(order, button)}
                onDelete={(button) => removal.ask(order, button)}
                onReview={() => review.show(order)}
              />
            ))}
          </AdminOrdersTable>
        )}
        {earlier && <EarlierOrders {...earlier} />}
      </Tabs>
      {removal.question && <DeleteQuestion {...removal.question} />}
      {review.panel && <ReviewPanel key={review.panel.opened} {...review.panel} />}
    </>
  );
}

const NONE: Record<OrderTab, string> = {
  all: 'No order',
  unpaid: 'No unpaid order',
  pending: 'No pending order',
  shipped: 'No shipped order',
  review: 'No order to check',
};

function NoneShown({ tab, words, onClear }: { tab: OrderTab; words: string; onClear: () => void }) {
  if (words.trim()) {
    return (
      <Empty
        title="No order found"
        action={
          <Button variant="ink" onClick={onClear}>
            Clear search
          </Button>
        }
      >
        {NONE[tab]} has <bdi>“{words.trim()}”</bdi> in its id, customer or tool.
      </Empty>
    );
  }
  return (
    <Empty title={tab === 'all' ? 'No orders yet' : NONE[tab]}>
      {tab === 'all' ? 'Orders of all customers appear here.' : 'Orders appear here when they come to this status.'}
    </Empty>
  );
}

function Search() {
  const [{ tab, words }, narrow] = useNarrowing();
  return (
    <SearchBox
      label="Search orders"
      placeholder="Search id, email or tool"
      words={words}
      onChange={(next) => narrow({ tab, words: next })}
    />
  );
}

interface Narrowing {
  readonly tab: OrderTab;
  readonly words: string;
}

/** Which orders are shown stands in the address: it survives a reload and can be passed on. */
function useNarrowing(): [Narrowing, (next: Narrowing) => void] {
  const [search, setSearch] = useSearchParams();
  const narrow = ({ tab, words }: Narrowing) =>
    setSearch(
      { ...(tab === 'all' ? {} : { status: tab }), ...(words ? { search: words } : {}) },
      { replace: true, preventScrollReset: true },
    );
  return [{ tab: orderTab(search.get('status')), words: search.get('search') ?? '' }, narrow];
}
