import { useEffect, useId, useRef } from 'react';
import type { Order } from '#model/orders/order.ts';
import type { Shipment } from '#model/purchases/shipment.ts';
import { formatCount, manyPieces } from '#texts/format.ts';
import { Button } from '../kernel/button.tsx';
import { Icon } from '../kernel/icon.tsx';
import { keepUnits } from '../kernel/keep-units.ts';
import { Moment } from '../kernel/moment.tsx';
import type { Carried } from './carrier-fields.tsx';

/** Somebody else was faster: what they sent, and what was wanted here. */
export interface Overtaken {
  readonly theirs: Shipment;
  readonly mine: Carried & { readonly pieces: number };
  /** Whether theirs was all that was left. */
  readonly rest: boolean;
}

interface ShippedMeanwhileProps {
  overtaken: Overtaken;
  lines: readonly Order[];
  now: number;
  busy: boolean;
  onKeep: () => void;
  onUseMine: () => void;
}

export function ShippedMeanwhile({ overtaken, lines, now, busy, onKeep, onUseMine }: ShippedMeanwhileProps) {
  const { theirs, mine, rest } = overtaken;
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus(), []);
  const sent = theirs.lines.map((it) => {
    const name = lines.find(({ _id }) => _id === it.order)?.tools_name ?? '';
    return `${formatCount(it.pieces)} of ${keepUnits(name)}`;
  });
  const carrier = theirs.carrier && theirs.carrier !== 'Other' ? theirs.carrier : undefined;
  const how = [...sent, carrier, theirs.tracking ? `tracking number ${theirs.tracking}` : 'no tracking number'];
  return (
    <section className="conflict" role="alert" aria-labelledby={id}>
      <h2 className="h3" id={id} ref={heading} tabIndex={-1}>
        <Icon name="warn" />
        <span>
          <bdi>{theirs.by ?? 'Somebody else'}</bdi> shipped{' '}
          {rest ? 'the rest' : manyPieces(theirs.lines.reduce((sum, { pieces }) => sum + pieces, 0))} at{' '}
          <Moment iso={theirs.at} now={now} />
        </span>
      </h2>
      <p>
        Your shipment of {manyPieces(mine.pieces)} was not sent a second time. Theirs: {how.filter(Boolean).join(', ')}.
        {mine.tracking && ` You had typed ${mine.tracking}.`}
      </p>
      <div className="acts">
        <Button variant="ink" disabled={busy} onClick={onKeep}>
          Keep theirs
        </Button>
        {mine.tracking && mine.tracking !== theirs.tracking && (
          <Button loading={busy} onClick={onUseMine}>
            Use my tracking number
          </Button>
        )}
      </div>
    </section>
  );
}
