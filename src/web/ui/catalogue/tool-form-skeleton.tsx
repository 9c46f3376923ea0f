import { Skeleton } from '../kernel/skeleton.tsx';

export function ToolFormSkeleton({ className }: { className: string }) {
  return (
    <div className={className}>
      <div className="form-rows">
        <Skeleton className="h-17" />
        <Skeleton className="h-40" />
        <Skeleton className="h-17" />
        <Skeleton className="h-36" />
        <Skeleton className="h-17" />
      </div>
      <Skeleton className="h-96" />
    </div>
  );
}
