import type { ReactNode } from 'react';
import { utcDaysBetween } from '#model/kernel/utc-day.ts';
import type { Order, Purchase } from '#model/orders/order.ts';
import { type ShipDay, shipDays } from '#model/orders/ship-days.ts';
import type { Shipment } from '#model/purchases/shipment.ts';
import { nextNo } from '#model/purchases/shipment-no.ts';
import { formatCount, manyPieces } from '#texts/format.ts';
import { Button, ButtonLink } from '../kernel/button.tsx';
import { Icon } from '../kernel/icon.tsx';
import { keepUnits } from '../kernel/keep-units.ts';
import { Weekday } from '../kernel/moment.tsx';
import { Part } from '../kernel/part.tsx';
import { PromisedDay } from '../kernel/promised-day.tsx';
import { lateBy } from './lateness.ts';
import { manyTools } from './list-counts.ts';
import { type LineLeft, linesToShip } from './pieces-fields.tsx';
import { slipPage } from './purchase-link.ts';
import { ShipsBy } from './ships-by.tsx';

export interface ShipmentActs {
  /** Absent while nothing may be shipped. */
  onShip?: (() => void) | undefined;
  shipLabel: string;
  onCorrect: (shipment: Shipment) => void;
  onTakeBack: (shipment: Shipment) => void;
}

/** What left, each with its carrier, and what is to go. */
export function Shipments({ purchase, now, ...acts }: ShipmentActs & { purchase: Purchase; now: number }) {
  const { shipments, lines, state } = purchase;
  const toGo = state === 'paid' ? linesToShip(lines) : [];
  if (shipments.length === 0 && toGo.length === 0) return null;
  return (
    <Part
      className="panel"
      id="shipments"
      title="Shipments"
      beside={
        <span className="small muted">
          {shipments.length} sent{toGo.length > 0 && ', 1 to go'}
        </span>
      }
    >
      {shipments.map((shipment) => (
        <Sent key={shipment.id} {...{ purchase, shipment, acts }} slip={slipPage(purchase.number, shipment.no)} />
      ))}
      {toGo.length > 0 && <ToGo {...{ purchase, now, acts }} />}
    </Part>
  );
}

interface SentProps {
  purchase: Purchase;
  shipment: Shipment;
  slip: string;
  acts: ShipmentActs;
}

function Sent({ purchase: { lines, state }, shipment, slip, acts }: SentProps) {
  const { no, at, carrier, tracking, link, told, stays } = shipment;
  const title = `Shipment ${no}`;
  return (
    <article className="ship" aria-label={title}>
      <div className="ship__head">
        <h3>
          {title}, sent <Weekday iso={at} />
        </h3>
        {tracking && <span className="id id--whole">{tracking}</span>}
      </div>
      <p>
        {contentsOf(shipment.lines, lines)}.{carrier && carrier !== 'Other' && ` ${carrier}.`}
        {told === false && ' The buyer was not told.'}
        {stays && ' Pieces of it were refunded as sent: it cannot be taken back.'}
      </p>
      <div className="acts">
        {link && (
          <a className="btn btn--sm" href={link} target="_blank" rel="noreferrer" aria-label={`Track: ${title}`}>
            <span className="btn__label">
              <Icon name="truck" />
              Track
            </span>
          </a>
        )}
        <Button size="sm" variant="quiet" aria-label={`Correct: ${title}`} onClick={() => acts.onCorrect(shipment)}>
          Correct
        </Button>
        <ButtonLink size="sm" variant="quiet" icon="print" to={slip} aria-label={`Packing slip: ${title}`}>
          Packing slip
        </ButtonLink>
        {state === 'paid' && !stays && (
          <Button
            size="sm"
            variant="quiet"
            icon="undo"
            aria-label={`Not shipped after all: ${title}`}
            onClick={() => acts.onTakeBack(shipment)}
          >
            Not shipped after all
          </Button>
        )}
      </div>
    </article>
  );
}

function ToGo({ purchase, now, acts }: { purchase: Purchase; now: number; acts: ShipmentActs }) {
  const toGo = linesToShip(purchase.lines);
  const pieces = toGo.reduce((sum, { left }) => sum + left, 0);
  const [first] = toGo;
  const what = first && toGo.length === 1 ? keepUnits(first.line.tools_name) : manyTools(toGo.length);
  const parts = toGo.map(({ line, left }) => ({ order: line._id, pieces: left }));
  return (
    <article className="ship" data-next aria-label="To go">
      <div className="ship__head">
        <h3>
          To go: {what}, {manyPieces(pieces)}
        </h3>
        <ShipBy days={daysToGo(purchase)} now={now} />
      </div>
      <p>
        {toGo.length > 1 && `${contentsOf(parts, purchase.lines)}. `}
        {formatCount(pieces)} on the shelf.
      </p>
      <div className="acts">
        {acts.onShip && (
          <Button size="sm" icon="truck" onClick={acts.onShip}>
            {acts.shipLabel}
          </Button>
        )}
        <ButtonLink
          size="sm"
          variant="quiet"
          icon="print"
          to={slipToGo(purchase)}
          aria-label="Packing slip: what is to go"
        >
          Packing slip
        </ButtonLink>
      </div>
    </article>
  );
}

/** The next after those that have left. */
export const slipToGo = ({ number, shipments }: Purchase): string => slipPage(number, nextNo(shipments));

const contentsOf = (pieces: Shipment['lines'], lines: readonly Order[]): string =>
  pieces
    .map((it) => `${keepUnits(lines.find(({ _id }) => _id === it.order)?.tools_name ?? '')}, ${manyPieces(it.pieces)}`)
    .join('; ');

/** What is on the shelf, and by when it is to ship. */
export const daysToGo = ({ lines }: Purchase): ShipDay[] => shipDays(linesToShip(lines).map(onShelf));

function onShelf({ line: { shipBy, later, waiting }, left }: LineLeft) {
  const pieces = (later?.pieces ?? 0) - (waiting?.pieces ?? 0);
  return { quantity: left, shipBy, ...(later && pieces > 0 && { later: { ...later, pieces } }) };
}

/** By when it is to ship; how much by which day, where there are several. */
export function ShipBy({ days, now }: { days: readonly ShipDay[]; now: number }): ReactNode {
  const by = days[0]?.at;
  if (!by) return null;
  const left = utcDaysBetween(now, Date.parse(by));
  return (
    <span className="warnt" data-late={left < 0 || undefined}>
      {days.length > 1 ? (
        <>
          {left < 0 && `${lateBy(left)}: `}
          <ShipsBy days={days} />
        </>
      ) : (
        <>
          Ship by {left === 0 ? <time dateTime={by.slice(0, 10)}>today</time> : <PromisedDay iso={by} />}
          {left < 0 && `, ${lateBy(left)}`}
        </>
      )}
    </span>
  );
}
