import { Skeleton } from '../kernel/skeleton.tsx';
import { LinesHead } from './lines-head.tsx';

const PLACES = ['one', 'two', 'three', 'four', 'five'];

export function OrderListSkeleton() {
  return (
    <div className="work" aria-busy="true">
      <section aria-label="Tools in your order list">
        <LinesHead />
        <ul className="olines">
          {PLACES.map((place) => (
            <li key={place} className="oline">
              <Skeleton className="thumb" />
              <span className="oline__id">
                <Skeleton className="w-64 max-w-full h-4" />
                <Skeleton className="w-24 h-3 mt-2" />
              </span>
              <Skeleton className="oline__qty h-11" />
              <Skeleton className="oline__each h-4" />
              <Skeleton className="oline__sum h-4" />
            </li>
          ))}
        </ul>
      </section>
      <div className="docket">
        <div className="docket__head">
          <Skeleton className="w-44 h-4" />
        </div>
        <div className="docket__body list-docket__sk">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
          <Skeleton className="h-9" />
          <Skeleton />
        </div>
      </div>
    </div>
  );
}
