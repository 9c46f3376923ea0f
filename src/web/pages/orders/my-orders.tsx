import { href, useRevalidator } from 'react-router';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { Order } from '#model/orders/order.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/session.ts';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { useNow } from '#web/ui/kernel/use-now.ts';
import { OrderRow } from '#web/ui/orders/order-row.tsx';
import { OrdersSkeleton } from '#web/ui/orders/orders-skeleton.tsx';
import { OrdersTable } from '#web/ui/orders/orders-table.tsx';
import { admitCustomer } from '../kernel/access.ts';
import { useAnswer } from '../kernel/use-answer.ts';
import type { Route } from './+types/my-orders.ts';

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
        <Skeleton className="inline-block h-4 w-40" />
      </PageHead>
      <OrdersSkeleton />
    </>
  );
}

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  const { answer, waiting } = useAnswer(loaderData.orders);
  return (
    <>
      <PageHead title="My Orders">{answer ? countOf(answer) : <Skeleton className="inline-block h-4 w-40" />}</PageHead>
      {answer ? <List answer={answer} waiting={waiting} /> : <OrdersSkeleton />}
    </>
  );
}

function countOf(answer: Orders): string | null {
  if (!answer.ok || answer.value.length === 0) return null;
  return answer.value.length === 1 ? '1 order' : `${answer.value.length} orders, newest first`;
}

function List({ answer, waiting }: { answer: Orders; waiting: boolean }) {
  const { revalidate } = useRevalidator();
  const now = useNow();
  if (!answer.ok) {
    return (
      <Failure
        title="Your orders did not load"
        detail={answer.failure.detail}
        onRetry={() => void revalidate()}
        retrying={waiting}
      />
    );
  }
  if (answer.value.length === 0) {
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
  return (
    <OrdersTable>
      {answer.value.toReversed().map((order, index) => (
        <OrderRow
          key={order._id}
          order={order}
          index={index + 1}
          paymentPage={href('/dashboard/payment/:orderId', { orderId: order._id })}
          now={now}
        />
      ))}
    </OrdersTable>
  );
}
