import { Fragment, type ReactNode } from 'react';
import type { ShipDay } from '#model/orders/ship-days.ts';
import { shipWords } from '#texts/shipping.ts';
import { PromisedDay } from '../kernel/promised-day.tsx';
import { lateness } from './lateness.ts';

/** "Ships by 4 Dec 2026", or "340 ship by 4 Dec 2026, 60 by 27 Dec 2026": what comes with a delivery has a day of its own. */
export const ShipsBy = ({ days }: { days: readonly ShipDay[] }) =>
  shipWords(days).map(({ at, words }) => (
    <Fragment key={at}>
      {words}
      <PromisedDay iso={at} />
    </Fragment>
  ));

/** The same once the first day is over with how late that is, as on the page of its purchase. */
export function ShipsByNow({ days, now }: { days: readonly ShipDay[]; now: number }) {
  const late = days[0] && lateness(days[0].at, now);
  if (!late) return <ShipsBy days={days} />;
  return (
    <Late>
      {days.length > 1 && `${late}: `}
      <ShipsBy days={days} />
      {days.length === 1 && `, ${late}`}
    </Late>
  );
}

export const Late = ({ children }: { children: ReactNode }) => (
  <span className="warnt" data-late>
    {children}
  </span>
);
