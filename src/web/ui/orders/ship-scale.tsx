import type { CSSProperties } from 'react';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';
import { manyPieces } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import type { ShipPromise } from './ship-promise.ts';

/** From the payment to the promised day, with a needle at now or where the last piece left. */
export function ShipScale({ promise, contact }: { promise: ShipPromise; contact: string }) {
  const { words, tone, paidAt, shipBy, shippedAt, later, share } = promise;
  return (
    <>
      <div className="kept" data-tone={tone}>
        <b>{words}</b>
        <span className="small soft">
          Promised by {formatDeliveryDay(shipBy)}
          {shippedAt ? `, shipped ${formatDeliveryDay(shippedAt)}` : '.'}
          {later.length > 0 &&
            ` ${later.map(({ at, pieces }) => `${manyPieces(pieces)} by ${formatDeliveryDay(at)}`).join(', ')}.`}
          {!shippedAt && tone === 'late' && (
            <>
              {' '}
              We are sorry; write to{' '}
              <a className="link" href={`mailto:${contact}`}>
                {contact}
              </a>
              .
            </>
          )}
        </span>
      </div>
      <DaySpan
        days={SHOP_FACTS.shippingDays}
        share={share}
        from={`Paid ${formatDeliveryDay(paidAt)}`}
        to={`Ships by ${formatDeliveryDay(shipBy)}`}
      />
    </>
  );
}

/** @param share of the days that have passed, 0 to 1 */
export function DaySpan({ days, share, from, to }: { days: number; share: number; from: string; to: string }) {
  return (
    <div className="span" style={{ '--n': days, '--p': `${share * 100}%` } as CSSProperties}>
      <div className="gauge__fill" aria-hidden="true">
        <i />
      </div>
      <div className="span__scale" aria-hidden="true" />
      <div className="span__ends">
        <span>{from}</span>
        <span>{to}</span>
      </div>
    </div>
  );
}
