import { href } from 'react-router';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { Order } from '#model/orders/order.ts';
import { failureText } from '#texts/failures.ts';
import { formatCount } from '#texts/format.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { admitCustomer } from '#web/pages/identity/access.ts';
import { filtersOnPage } from '#web/pages/kernel/filters-on-page.ts';
import { useHeadingAfter } from '#web/pages/kernel/use-heading-after.ts';
import { useKept } from '#web/pages/kernel/use-kept.ts';
import { useLoadedOnReturn } from '#web/pages/kernel/use-loaded-on-return.ts';
import { useNarrowing } from '#web/pages/kernel/use-narrowing.ts';
import { useReload } from '#web/pages/kernel/use-reload.ts';
import { Announced } from '#web/ui/kernel/announced.tsx';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { Loading } from '#web/ui/kernel/loading.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { SearchBox } from '#web/ui/kernel/search-box.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/kernel/skeleton.tsx';
import { type Column, RowGroup, type RowsProps, Table } from '#web/ui/kernel/table.tsx';
import { Tabs } from '#web/ui/kernel/tabs.tsx';
import { useNow } from '#web/ui/kernel/use-now.ts';
import { manyOrders } from '#web/ui/orders/list-counts.ts';
import { belongsTo, isFound, type OrderTab } from '#web/ui/orders/order-filter.ts';
import { OrderRow } from '#web/ui/orders/order-row.tsx';
import { groupByPurchase } from '#web/ui/orders/purchase-groups.ts';
import { PurchaseRows } from '#web/ui/orders/purchase-rows.tsx';
import { CancelQuestion } from '#web/ui/orders/removal-question.tsx';
import type { Route } from './+types/my-orders.ts';
import type { Remove } from './remove-order.ts';
import { useRemoval } from './use-removal.ts';

type Orders = Outcome<Order[], ApiFailure>;

/** Answers at once; the orders follow, so that the page shows its own skeleton meanwhile. */
export async function clientLoader(): Promise<{ orders: Promise<Orders> }> {
  const admission = await admitCustomer();
  if (!admission.ok) return { orders: Promise.resolve(admission) };
  return { orders: api.call('listMyOrders', { params: { email: admission.value.user.email } }) };
}
clientLoader.hydrate = true as const;

export const shouldRevalidate = filtersOnPage;

export function HydrateFallback() {
  return (
    <>
      <PageHead title="My Orders" action={<Skeleton className="search-box h-11" />}>
        <Skeleton className="sk--inline h-4 w-40" />
      </PageHead>
      <OrdersSkeleton />
    </>
  );
}

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  const { value, failure, waiting } = useKept(loaderData.orders);
  const removal = useRemoval(cancel, value ?? NONE);
  const [narrowed, narrow] = useNarrowing({ tabs: TABS, parameter: 'status' });
  const reload = useReload();
  const again = useHeadingAfter(failure, () => void reload());
  useLoadedOnReturn();
  if (!value && !failure) return <HydrateFallback />;
  return (
    <>
      <PageHead
        title="My Orders"
        action={
          removal.orders.length > 0 && (
            <SearchBox
              label="Search orders by number, tool, PO or job"
              placeholder="Number, tool, PO or job"
              words={narrowed.words}
              onChange={(words) => narrow({ words })}
            />
          )
        }
      >
        {countOf(removal.orders)}
      </PageHead>
      {failure && <Problem failure={failure} waiting={waiting} onRetry={again} />}
      {value && <List removal={removal} narrowed={narrowed} narrow={narrow} />}
      {removal.question && <CancelQuestion {...removal.question} />}
    </>
  );
}

const NONE: Order[] = [];
const cancel: Remove = (id) => api.call('cancelOrder', { params: { id } });

function countOf(orders: readonly Order[]): string | null {
  if (orders.length === 0) return null;
  if (orders.length === 1) return '1 order';
  const purchases = groupByPurchase(orders).length;
  return `${formatCount(purchases)} purchase${purchases === 1 ? '' : 's'}, ${manyOrders(orders.length)}, newest first`;
}

interface ProblemProps {
  failure: ApiFailure;
  waiting: boolean;
  onRetry: () => void;
}

function Problem({ failure, waiting, onRetry }: ProblemProps) {
  return (
    <Failure title="Your orders did not load" detail={failureText(failure)} onRetry={onRetry} retrying={waiting} />
  );
}

/** Of an order, or of a whole purchase by its number. */
const paymentPage = (orderId: string) => href('/dashboard/payment/:orderId', { orderId });

const TABS = ['all', 'unpaid', 'pending', 'shipped'] as const satisfies readonly OrderTab[];
type Tab = (typeof TABS)[number];
const TITLES: Record<Tab, string> = { all: 'All', unpaid: 'Unpaid', pending: 'Processing', shipped: 'Shipped' };

interface ListProps {
  removal: ReturnType<typeof useRemoval>;
  narrowed: ReturnType<typeof useNarrowing<Tab>>[0];
  narrow: ReturnType<typeof useNarrowing<Tab>>[1];
}

function List({ removal, narrowed: { tab, words }, narrow }: ListProps) {
  const { orders, problems, ask, concerns } = removal;
  const now = useNow();
  const showAll = useHeadingAfter(tab, () => narrow({ tab: 'all', words: '' }));
  if (orders.length === 0) {
    return (
      <Empty
        title="No orders yet"
        action={
          <ButtonLink variant="ink" to={`${href('/')}#tools`}>
            See all tools
          </ButtonLink>
        }
      >
        Orders you place appear here with their payment and shipping status.
      </Empty>
    );
  }
  const found = orders.filter((order) => isFound(words, order));
  const fits = (order: Order) => isFound(words, order) && (belongsTo(tab, order) || concerns(order));
  const groups = groupByPurchase(orders).filter((group) => group.orders.some(fits));
  const places = new Map(groups.flatMap((group) => group.orders).map(({ _id }, place) => [_id, place + 1]));
  const all = tab === 'all' && words.trim() === '';
  const count = orders.filter(fits).length;
  const row = (order: Order) => (
    <OrderRow
      key={order._id}
      order={order}
      index={places.get(order._id) ?? 0}
      paymentPage={paymentPage(order._id)}
      now={now}
      problem={problems.get(order._id)}
      onCancel={(button) => ask(order, button)}
    />
  );
  return (
    <Tabs
      label="Orders by status"
      tabs={TABS.map((name) => ({
        name,
        title: TITLES[name],
        count: found.filter((order) => belongsTo(name, order)).length,
      }))}
      value={tab}
      onChange={(next) => narrow({ tab: next })}
    >
      <Announced text={`${manyOrders(count)} shown`} />
      {groups.length === 0 ? (
        <NothingFound tab={tab} words={words.trim()} onClear={showAll} />
      ) : (
        <OrdersTable grouped>
          {groups.map(({ key, purchase, orders: of }) => {
            const head = purchase ?? alone(of);
            if (!head) return <RowGroup key={key}>{of.map(row)}</RowGroup>;
            return (
              <PurchaseRows
                key={`${key} ${all}`}
                purchase={head}
                orders={of}
                shown={all ? undefined : of.filter(fits)}
                columns={ORDER_COLUMNS}
                paymentPage={paymentPage(head.number)}
                now={now}
                row={row}
              />
            );
          })}
        </OrdersTable>
      )}
    </Tabs>
  );
}

/** An order that was placed alone is a purchase of one. */
function alone([order]: readonly Order[]): NonNullable<Order['purchase']> | undefined {
  return order?.number && { id: order._id, number: order.number, lines: 1, amount: order.amount };
}

function NothingFound({ tab, words, onClear }: { tab: Tab; words: string; onClear: () => void }) {
  if (!words)
    return (
      <Empty
        title={`No ${TITLES[tab].toLowerCase()} order`}
        action={<Button onClick={onClear}>Show all orders</Button>}
      >
        Orders appear here when they come to this status.
      </Empty>
    );
  return (
    <Empty title="No order found" action={<Button onClick={onClear}>Clear search</Button>}>
      No {tab === 'all' ? '' : `${TITLES[tab].toLowerCase()} `}order has <bdi>“{words}”</bdi> in its number, id,
      invoice, transaction id, tool, PO or job.
    </Empty>
  );
}

function OrdersSkeleton() {
  return (
    <Loading says="Loading your orders">
      <Skeleton className="mb-2 h-9 w-80 max-w-full" />
      <OrdersTable busy>
        <SkeletonRows
          rows={5}
          cells={[
            ['c-idx num', 'ml-auto w-3'],
            ['c-pic', 'thumb'],
            ['c-name', 'h-4 w-44'],
            ['c-wide', 'w-52 max-w-full'],
            ['num', 'ml-auto w-10'],
            ['num', 'ml-auto w-16'],
            ['c-pay', 'w-16'],
            ['act', 'h-7 w-28'],
          ]}
        />
      </OrdersTable>
    </Loading>
  );
}

const COLUMNS: readonly Column[] = [
  { title: '#', className: 'num c-idx' },
  { title: 'Image', className: 'c-pic', hidden: true },
  { title: 'Name' },
  { title: 'Address' },
  { title: 'Quantity', className: 'num' },
  { title: 'Price', className: 'num' },
  { title: 'Pay status' },
  { title: 'Action', className: 'act' },
];

const ORDER_COLUMNS = COLUMNS.length;

const OrdersTable = (props: RowsProps) => <Table label="My Orders" columns={COLUMNS} className="t-orders" {...props} />;
