import { Skeleton } from '../kernel/skeleton.tsx';

export function PurchaseSkeleton() {
  return (
    <>
      <p className="sr">Loading the order form</p>
      <Box tall />
      <div className="docket__cut" />
      <div className="row2 stack who2">
        <Box />
        <Box />
      </div>
      <Box />
      <Box tall />
      <Skeleton className="purchase__sk-button" />
    </>
  );
}

function Box({ tall = false }: { tall?: boolean }) {
  return (
    <div className="field">
      <Skeleton className="purchase__sk-label" />
      <Skeleton className={tall ? 'purchase__sk-area' : 'purchase__sk-line'} />
    </div>
  );
}
