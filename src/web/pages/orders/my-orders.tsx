import { useState } from 'react';
import { href, useRevalidator } from 'react-router';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { Order } from '#model/orders/order.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { SearchBox } from '#web/ui/kernel/search-box.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { RowGroup } from '#web/ui/kernel/table.tsx';
import { useNow } from '#web/ui/kernel/use-now.ts';
import { isFound } from '#web/ui/orders/order-filter.ts';
import { OrderRow } from '#web/ui/orders/order-row.tsx';
import { OrdersSkeleton } from '#web/ui/orders/orders-skeleton.tsx';
import { ORDER_COLUMNS, OrdersTable } from '#web/ui/orders/orders-table.tsx';
import { groupByPurchase } from '#web/ui/orders/purchase-groups.ts';
import { PurchaseRows } from '#web/ui/orders/purchase-rows.tsx';
import { CancelQuestion } from '#web/ui/orders/removal-question.tsx';
import { admitCustomer } from '../identity/access.ts';
import { useKept } from '../kernel/use-kept.ts';
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

export function HydrateFallback() {
  return (
    <>
      <PageHead title="My Orders">
        <Skeleton className="sk--inline h-4 w-40" />
      </PageHead>
      <OrdersSkeleton />
    </>
  );
}

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  const { value, failure, waiting } = useKept(loaderData.orders);
  const removal = useRemoval(cancel, value ?? NONE);
  const [words, setWords] = useState('');
  if (!value && !failure) return <HydrateFallback />;
  return (
    <>
      <PageHead
        title="My Orders"
        action={
          removal.orders.length > 0 && (
            <SearchBox label="Search your orders" placeholder="Number or tool" words={words} onChange={setWords} />
          )
        }
      >
        {countOf(removal.orders)}
      </PageHead>
      {failure && <Problem failure={failure} waiting={waiting} />}
      {value && <List removal={removal} words={words} onClear={() => setWords('')} />}
      {removal.question && <CancelQuestion {...removal.question} />}
    </>
  );
}

const NONE: Order[] = [];
const cancel: Remove = (id) => api.call('cancelOrder', { params: { id } });

function countOf({ length }: readonly Order[]): string | null {
  if (length === 0) return null;
  return length === 1 ? '1 order' : `${length} orders, newest first`;
}

function Problem({ failure, waiting }: { failure: ApiFailure; waiting: boolean }) {
  const { revalidate } = useRevalidator();
  return (
    <Failure
      title="Your orders did not load"
      detail={failureText(failure)}
      onRetry={() => void revalidate()}
      retrying={waiting}
    />
  );
}

const paymentPage = (orderId: string) => href('/dashboard/payment/:orderId', { orderId });

interface ListProps {
  removal: ReturnType<typeof useRemoval>;
  words: string;
  onClear: () => void;
}

function List({ removal: { orders, problems, ask }, words, onClear }: ListProps) {
  const now = useNow();
  const groups = groupByPurchase(orders.filter((order) => isFound(words, order)));
  const places = new Map(groups.flatMap((group) => group.orders).map(({ _id }, place) => [_id, place + 1]));
  const row = (order: Order, together: boolean) => (
    <OrderRow
      key={order._id}
      order={order}
      index={places.get(order._id) ?? 0}
      paymentPage={paymentPage(order._id)}
      now={now}
      together={together}
      problem={problems.get(order._id)}
      onCancel={(button) => ask(order, button)}
    />
  );
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
  if (groups.length === 0) {
    return (
      <Empty title="No order found" action={<Button onClick={onClear}>Clear search</Button>}>
        No order has <bdi>“{words.trim()}”</bdi> in its number, id or tool.
      </Empty>
    );
  }
  return (
    <OrdersTable grouped>
      {groups.map(({ key, purchase, orders: of }) =>
        purchase ? (
          <PurchaseRows
            key={key}
            purchase={purchase}
            orders={of}
            columns={ORDER_COLUMNS}
            paymentPage={paymentPage(purchase.id)}
            now={now}
            all={words.trim() !== ''}
            row={(order) => row(order, true)}
          />
        ) : (
          <RowGroup key={key}>{of.map((order) => row(order, false))}</RowGroup>
        ),
      )}
    </OrdersTable>
  );
}
