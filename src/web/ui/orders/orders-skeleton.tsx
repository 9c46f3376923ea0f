import { Loading } from '../kernel/loading.tsx';
import { Skeleton } from '../kernel/skeleton.tsx';
import { Cell, Row } from '../kernel/table.tsx';
import { OrdersTable } from './orders-table.tsx';

const ROWS = [1, 2, 3, 4, 5];

export function OrdersSkeleton() {
  return (
    <Loading says="Loading your orders">
      <OrdersTable busy>
        {ROWS.map((row) => (
          <Row key={row}>
            <Cell className="c-idx num">
              <Skeleton className="ml-auto w-3" />
            </Cell>
            <Cell className="c-pic">
              <Skeleton className="thumb" />
            </Cell>
            <Cell className="c-name">
              <Skeleton className="h-4 w-44" />
            </Cell>
            <Cell className="c-wide">
              <Skeleton className="w-52 max-w-full" />
            </Cell>
            <Cell className="num">
              <Skeleton className="ml-auto w-10" />
            </Cell>
            <Cell className="num">
              <Skeleton className="ml-auto w-16" />
            </Cell>
            <Cell className="c-pay">
              <Skeleton className="w-16" />
            </Cell>
            <Cell className="act">
              <Skeleton className="h-7 w-28" />
            </Cell>
          </Row>
        ))}
      </OrdersTable>
    </Loading>
  );
}
