import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { Order } from '#model/orders/order.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { listForAdmins } from '#web/pages/identity/list-for-admins.ts';
import { AdminListPage, type Nothing } from '#web/pages/kernel/admin-list-page.tsx';
import { filtersOnPage } from '#web/pages/kernel/filters-on-page.ts';
import { useList } from '#web/pages/kernel/use-list.ts';
import { useLoadedOnReturn } from '#web/pages/kernel/use-loaded-on-return.ts';
import { useNarrowing } from '#web/pages/kernel/use-narrowing.ts';
import { useReload } from '#web/pages/kernel/use-reload.ts';
import { Loading } from '#web/ui/kernel/loading.tsx';
import { More } from '#web/ui/kernel/more.tsx';
import { SearchBox } from '#web/ui/kernel/search-box.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/kernel/skeleton.tsx';
import { type Column, RowGroup, type RowsProps, Table } from '#web/ui/kernel/table.tsx';
import { useNow } from '#web/ui/kernel/use-now.ts';
import { AdminOrderRow } from '#web/ui/orders/admin-order-row.tsx';
import { manyOrders } from '#web/ui/orders/list-counts.ts';
import { belongsTo, isFound, ORDER_TABS, type OrderTab } from '#web/ui/orders/order-filter.ts';
import { groupByPurchase } from '#web/ui/orders/purchase-groups.ts';
import { AdminPurchaseRows, FOLDED } from '#web/ui/orders/purchase-rows.tsx';
import { DeleteQuestion } from '#web/ui/orders/removal-question.tsx';
import type { Remove } from '../remove-order.ts';
import { useRemoval } from '../use-removal.ts';
import type { Route } from './+types/manage-orders.ts';
import { type LoadedOrders, loadOrders, loadTab, ORDERS } from './load-orders.ts';
import { ReviewPanel } from './review-panel.tsx';
import { leaveWhenRefused, useShipping } from './use-shipping.ts';

const TITLES: Record<OrderTab, string> = {
  all: 'All',
  unpaid: 'Unpaid',
  pending: 'Pending',
  shipped: 'Shipped',
  review: 'To check',
};

export const clientLoader = listForAdmins(loadOrders);
export const shouldRevalidate = filtersOnPage;

const TITLE = 'Manage All Orders';

export const HydrateFallback = () => (
  <AdminListPage title={TITLE}>
    <AdminOrdersSkeleton />
  </AdminListPage>
);

const remove: Remove = async (id) => leaveWhenRefused(await api.call('deleteOrder', { params: { id } }));

export default function ManageOrders({ loaderData }: Route.ComponentProps) {
  const [{ tab, words }, narrow] = useNarrowing({ tabs: ORDER_TABS, parameter: 'status' });
  const { listed, isPartial, goesOn, earlier } = useOrders(loaderData.list, words);
  const shipping = useShipping(listed.rows);
  const removal = useRemoval(remove, shipping.orders);
  const review = useReview();
  const now = useNow();
  useLoadedOnReturn();
  if (listed.isComing) return <HydrateFallback />;
  const more = earlier(tab);
  // What is there to check is not known.
  const stuck = isPartial && more !== undefined;
  const found = removal.orders.filter(
    (order) => listed.isMeant(order) || (order.state !== 'cancelled' && isFound(words, order)),
  );
  const shown = new Set(
    found.filter((order) => belongsTo(tab, order) || shipping.touched.has(order._id) || removal.concerns(order)),
  );
  // With all of its orders, so that the head of a purchase is true of all, whatever is looked for.
  const groups = groupByPurchase(removal.orders).filter(({ orders }) => orders.some((order) => shown.has(order)));
  const row = (order: Order) => (
    <AdminOrderRow
      key={order._id}
      order={order}
      now={now}
      shipping={shipping.busy.has(order._id)}
      problem={shipping.problems.get(order._id) ?? removal.problems.get(order._id)}
      onShip={(button) => void shipping.ship(order, button)}
      onDelete={(button) => removal.ask(order, button)}
      onReview={() => review.show(order)}
    />
  );
  return (
    <>
      <AdminListPage
        title={TITLE}
        action={
          listed.list && (
            <SearchBox
              label="Search orders"
              placeholder="Search id, number, email or tool"
              words={words}
              onChange={(next) => narrow({ words: next })}
            />
          )
        }
        list={listed}
        failed="The orders did not load"
        tabs={{
          label: 'Orders by status',
          tabs: ORDER_TABS.map((name) => ({
            name,
            title: TITLES[name],
            count: found.filter((order) => belongsTo(name, order)).length,
            more: goesOn(name),
          })).filter(({ name, count }) => name !== 'review' || count > 0 || tab === 'review' || stuck),
          value: tab,
          onChange: (next) => {
            shipping.settle();
            narrow({ tab: next });
          },
        }}
        shown={shown.size}
        says={`${manyOrders(shown.size)} shown`}
        nothing={isPartial ? undefined : nothingOf(tab, words.trim(), goesOn(tab), () => narrow({ words: '' }))}
        below={
          more ? (
            <More {...more} label="Load earlier orders">
              The newest orders are listed and searched. Ids, numbers of purchases and invoices, PO numbers, jobs and
              emails are looked for among all orders.
            </More>
          ) : (
            isPartial && shown.size === 0 && <ComingOrders />
          )
        }
      >
        <AdminOrdersTable grouped>
          {groups.map(({ key, purchase, orders }) =>
            purchase ? (
              <AdminPurchaseRows
                key={key}
                purchase={purchase}
                orders={orders}
                columns={ADMIN_ORDER_COLUMNS}
                now={now}
                shown={unfolded(
                  orders.filter((order) => shown.has(order)),
                  words,
                )}
                shipping={shipping.busy.has(purchase.number)}
                problem={shipping.problems.get(purchase.number)}
                onShip={(button) => void shipping.shipAll(purchase, orders, button)}
                row={row}
              />
            ) : (
              <RowGroup key={key}>{orders.map(row)}</RowGroup>
            ),
          )}
        </AdminOrdersTable>
      </AdminListPage>
      {removal.question && <DeleteQuestion {...removal.question} />}
      {review.panel && <ReviewPanel key={review.panel.opened} {...review.panel} />}
    </>
  );
}

/** What is looked for by words is shown, whatever its number. */
const unfolded = (fitting: readonly Order[], words: string) => (words.trim() ? fitting : fitting.slice(0, FOLDED));

const NONE: Record<OrderTab, string> = {
  all: 'No order',
  unpaid: 'No unpaid order',
  pending: 'No pending order',
  shipped: 'No shipped order',
  review: 'No order to check',
};

function nothingOf(tab: OrderTab, words: string, goesOn: boolean, onClear: () => void): Nothing {
  if (words) {
    const text = (
      <>
        {goesOn ? `Among the newest orders, ${NONE[tab].toLowerCase()}` : NONE[tab]} has <bdi>“{words}”</bdi> in its id,
        number, invoice, transaction id, customer, tool, item number, PO or job.
        {goesOn && ' Load earlier orders to search them, too.'}
      </>
    );
    return { title: 'No order found', text, clear: { label: 'Clear search', onClear } };
  }
  if (tab === 'all') return { title: 'No orders yet', text: 'Orders of all customers appear here.' };
  return { title: NONE[tab], text: 'Orders appear here when they come to this status.' };
}

/** The orders that were loaded, with those that follow at once, and the earlier ones of each tab that were asked for. */
function useOrders(loaded: Promise<Outcome<LoadedOrders, ApiFailure>>, words: string) {
  const listed = useList(loaded, ORDERS, words);
  const { first, list, follow, busy, problem, moreMeant } = listed;
  // The list for which the orders that follow without a press have come.
  const [filled, setFilled] = useState<LoadedOrders>();
  const isFilling = first?.next?.all !== undefined && filled !== first;
  // A list that is loaded again keeps what came before.
  const isPartial = isFilling && filled === undefined;

  const lastGroup = useRef<HTMLTableSectionElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the earlier orders are there
  useEffect(() => {
    const group = lastGroup.current?.nextElementSibling;
    lastGroup.current = null;
    const row = group?.querySelector('tr');
    if (!row) return;
    row.tabIndex = -1;
    row.focus();
  }, [list]);

  const fill = () => void follow().then((came) => came && setFilled(first));
  const fillOnce = useEffectEvent(() => isFilling && fill());
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list that was loaded
  useEffect(() => void fillOnce(), [first]);

  /** Where the orders of a tab go on that are not listed. */
  const next = (tab: OrderTab) => list?.next?.[tab];

  /** The way to the orders of a tab that are earlier; undefined when there are none or they come by themselves. */
  function earlier(tab: OrderTab) {
    if (isFilling) return problem ? { busy, problem, onMore: fill } : undefined;
    if (!goesOn(tab)) return undefined;
    return { busy, problem, onMore: () => more(tab) };
  }
  /** The first row that comes has the focus then. What a search means comes before the rest. */
  function more(tab: OrderTab) {
    lastGroup.current = document.querySelector<HTMLTableSectionElement>('.t-admin tbody:last-of-type');
    if (moreMeant) moreMeant.onMore();
    else void follow(() => loadTab(tab, { after: next(tab) }));
  }
  const goesOn = (tab: OrderTab) => isPartial || moreMeant !== undefined || next(tab) !== undefined;
  return { listed, isPartial, goesOn, earlier };
}

function useReview() {
  const reload = useReload();
  const [shown, setShown] = useState<{ order: Order; open: boolean; opened: number }>();
  return {
    show: (order: Order) => setShown((before) => ({ order, open: true, opened: (before?.opened ?? 0) + 1 })),
    panel: shown && {
      ...shown,
      onClose: () => setShown({ ...shown, open: false }),
      onChange: () => void reload(),
    },
  };
}

const COLUMNS: readonly Column[] = [
  { title: 'Order' },
  { title: 'Tool' },
  { title: 'Orderer and address' },
  { title: 'Quantity', className: 'num' },
  { title: 'Price', className: 'num' },
  { title: 'Status' },
  { title: 'Action', className: 'act' },
];
const ADMIN_ORDER_COLUMNS = COLUMNS.length;

const AdminOrdersTable = (props: RowsProps) => (
  <Table label="All orders" columns={COLUMNS} className="t-admin" {...props} />
);

const AdminOrdersSkeleton = () => (
  <ComingOrders>
    <div className="tabs" aria-hidden="true">
      <Skeleton className="my-3 h-5 w-80 max-w-full" />
    </div>
  </ComingOrders>
);

function ComingOrders({ children }: { children?: ReactNode }) {
  return (
    <Loading says="Loading all orders">
      {children}
      <AdminOrdersTable busy>
        <SkeletonRows
          rows={6}
          cells={[
            ['c-id', 'h-4 w-24 max-w-full'],
            ['c-name', 'h-10 w-44 max-w-full'],
            ['c-wide', 'h-10 w-56 max-w-full'],
            ['num', 'ml-auto h-4 w-10'],
            ['num', 'ml-auto h-4 w-14'],
            ['', 'h-4 w-16'],
            ['act', 'ml-auto h-9 w-28'],
          ]}
        />
      </AdminOrdersTable>
    </Loading>
  );
}
