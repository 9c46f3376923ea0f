import { Loading } from '../kernel/loading.tsx';
import { Skeleton } from '../kernel/skeleton.tsx';

const LINES = [1, 2, 3, 4];

/** The document and what is beside it, while they load. */
export const PromiseSkeleton = () => (
  <Loading says="Loading the price promise">
    <div className="work" aria-busy="true">
      <div className="deed">
        <div className="deed__in">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="mt-4 h-11 w-48" />
          <Skeleton className="mt-6 h-16 w-full" />
          {LINES.map((line) => (
            <Skeleton key={line} className="mt-4 h-11 w-full" />
          ))}
        </div>
      </div>
      <div className="docket">
        <div className="docket__head">
          <Skeleton className="h-6 w-40" />
        </div>
        <div className="docket__body">
          <Skeleton className="h-72 w-full" />
        </div>
      </div>
    </div>
  </Loading>
);
