import { Skeleton } from '../kernel/skeleton.tsx';

export function PaymentSkeleton() {
  return (
    <div className="pay late" aria-busy="true">
      <p className="sr" role="status">
        Loading your order
      </p>
      <div className="docket">
        <div className="docket__head">
          <Skeleton className="h-6 w-20" />
          <Skeleton className="h-4 w-24" />
        </div>
        <div className="docket__body">
          <div className="docket__tool">
            <Skeleton className="thumb thumb--lg" />
            <Skeleton className="h-5 w-full" />
          </div>
          <Skeleton className="mt-4 h-72 w-full" />
          <Skeleton className="mt-4 h-9 w-full" />
        </div>
      </div>
      <CardSkeleton />
    </div>
  );
}

export function CardSkeleton() {
  return (
    <div className="payform" aria-busy="true">
      <Skeleton className="h-6 w-16" />
      <Skeleton className="mt-5 h-16 w-full" />
      <Skeleton className="mt-5 h-16 w-full" />
      <Skeleton className="mt-5 h-16 w-full" />
      <Skeleton className="mt-6 h-13 w-full" />
    </div>
  );
}
