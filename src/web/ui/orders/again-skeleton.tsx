import { Loading } from '../kernel/loading.tsx';
import { SkeletonRows } from '../kernel/skeleton.tsx';
import { AgainTable } from './again-table.tsx';

export function AgainSkeleton() {
  return (
    <Loading says="Checking prices and stock">
      <AgainTable busy>
        <SkeletonRows
          rows={4}
          cells={[
            ['c-chk', 'w-5 h-5'],
            ['c-pic', 'thumb'],
            ['c-name', 'h-4 w-52 max-w-full'],
            ['num c-then', 'ml-auto w-16'],
            ['num', 'ml-auto w-10'],
            ['c-q', 'h-10 w-36'],
            ['num', 'ml-auto w-16'],
          ]}
        />
      </AgainTable>
    </Loading>
  );
}
