import { Skeleton } from '../kernel/skeleton.tsx';

export function ToolCardSkeleton() {
  return (
    <div className="tool" aria-hidden="true">
      <span className="sk plate" />
      <div className="tool__body">
        <Skeleton className="w-16" />
        <Skeleton className="sk--name" />
        <Skeleton className="mb-2" />
        <Skeleton className="mb-2" />
        <Skeleton className="sk--half" />
      </div>
      <div className="tool__foot">
        <Skeleton className="w-16 h-7" />
        <Skeleton className="w-26 h-11" />
      </div>
    </div>
  );
}
