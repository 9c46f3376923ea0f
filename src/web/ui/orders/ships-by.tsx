import { Fragment } from 'react';
import type { ShipDay } from '#model/orders/ship-days.ts';
import { shipWords } from '#texts/shipping.ts';
import { Day } from '../kernel/moment.tsx';

/** "Ships by 4 Dec 2026", or "340 ship by 4 Dec 2026, 60 by 27 Dec 2026": what comes with a delivery has a day of its own. */
export const ShipsBy = ({ days }: { days: readonly ShipDay[] }) =>
  shipWords(days).map(({ at, words }) => (
    <Fragment key={at}>
      {words}
      <Day iso={at} />
    </Fragment>
  ));
