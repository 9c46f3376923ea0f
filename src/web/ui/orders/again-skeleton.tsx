import { Loading } from '../kernel/loading.tsx';
import { Skeleton } from '../kernel/skeleton.tsx';
import { Cell, Row } from '../kernel/table.tsx';
import { AgainTable } from './again-table.tsx';

const ROWS = [1, 2, 3, 4];

export function AgainSkeleton() {
  return (
    <Loading says="Checking prices and stock">
      <AgainTable busy>
        {ROWS.map((row) => (
          <Row key={row}>
            <Cell className="c-chk">
              <Skeleton className="w-5 h-5" />
            </Cell>
            <Cell className="c-pic">
              <Skeleton className="thumb" />
            </Cell>
            <Cell className="c-name">
              <Skeleton className="h-4 w-52 max-w-full" />
            </Cell>
            <Cell className="num c-then">
              <Skeleton className="ml-auto w-16" />
            </Cell>
            <Cell className="num">
              <Skeleton className="ml-auto w-10" />
            </Cell>
            <Cell className="c-q">
              <Skeleton className="h-10 w-36" />
            </Cell>
            <Cell className="num">
              <Skeleton className="ml-auto w-16" />
            </Cell>
          </Row>
        ))}
      </AgainTable>
    </Loading>
  );
}
