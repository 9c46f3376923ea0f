import { Skeleton } from '../kernel/skeleton.tsx';

/** The cell of a tool that is on its way, of the same size. */
export function ToolCardSkeleton() {
  return (
    <div className="tool" aria-hidden="true">
      <span className="sk plate" />
      <div className="tool__body">
        <Skeleton className="w-16" />
        <Skeleton className="w-4/5 h-4.5 mt-2.5 mb-4" />
        <Skeleton className="mb-2" />
        <Skeleton className="mb-2" />
        <Skeleton className="w-1/2 mb-4" />
      </div>
      <div className="tool__foot">
        <Skeleton className="w-16 h-7" />
        <Skeleton className="w-26 h-11" />
      </div>
    </div>
  );
}
