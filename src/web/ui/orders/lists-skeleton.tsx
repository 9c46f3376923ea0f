import { Loading } from '../kernel/loading.tsx';
import { Skeleton } from '../kernel/skeleton.tsx';
import { Cell, Row } from '../kernel/table.tsx';
import { ListsTable } from './lists-table.tsx';

const ROWS = [1, 2, 3];

export function ListsSkeleton() {
  return (
    <Loading says="Loading your lists">
      <ListsTable busy>
        {ROWS.map((row) => (
          <Row key={row}>
            <Cell className="c-name">
              <Skeleton className="h-4 w-44" />
            </Cell>
            <Cell>
              <Skeleton className="w-24" />
            </Cell>
            <Cell className="num">
              <Skeleton className="ml-auto w-16" />
            </Cell>
            <Cell className="num">
              <Skeleton className="ml-auto w-16" />
            </Cell>
            <Cell>
              <Skeleton className="w-24" />
            </Cell>
            <Cell className="act">
              <Skeleton className="h-9 w-44 ml-auto" />
            </Cell>
          </Row>
        ))}
      </ListsTable>
    </Loading>
  );
}
