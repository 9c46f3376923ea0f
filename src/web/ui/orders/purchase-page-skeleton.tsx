import { Skeleton } from '../kernel/skeleton.tsx';

const LINES = [1, 2, 3];

export function PurchasePageSkeleton({ says = 'Loading the purchase' }: { says?: string }) {
  return (
    <div className="late" aria-busy="true">
      <p className="sr" role="status">
        {says}
      </p>
      <div className="cols">
        <div>
          <Skeleton className="h-6 w-40" />
          {LINES.map((line) => (
            <Skeleton key={line} className="mt-4 h-11 w-full" />
          ))}
        </div>
        <div>
          <Skeleton className="h-6 w-24" />
          <Skeleton className="mt-4 h-40 w-full" />
        </div>
      </div>
    </div>
  );
}
