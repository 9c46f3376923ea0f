import type { Purchase } from '#model/orders/order.ts';
import { formatCount } from '#texts/format.ts';
import { Button } from '../kernel/button.tsx';
import { keepUnits } from '../kernel/keep-units.ts';
import { Day } from '../kernel/moment.tsx';
import { linesToShip } from './pieces-fields.tsx';
import { firstDay } from './purchase-story.ts';
import { Tracking } from './story.tsx';

interface ShipmentsProps {
  purchase: Purchase;
  onShip: (() => void) | undefined;
  shipLabel: string;
}

/** What left, each with its carrier, and what is to go. */
export function Shipments({ purchase, onShip, shipLabel }: ShipmentsProps) {
  const { shipments, lines, state } = purchase;
  const toGo = state === 'paid' ? linesToShip(lines) : [];
  if (shipments.length === 0 && toGo.length === 0) return null;
  const by = firstDay(toGo.map(({ line }) => line));
  const nameOf = (id: string) => lines.find(({ _id }) => _id === id)?.tools_name ?? '';
  return (
    <section className="panel" aria-labelledby="shipments">
      <div className="h3r">
        <h2 className="h3" id="shipments">
          Shipments
        </h2>
        <span className="small muted">
          {shipments.length} sent{toGo.length > 0 && ', 1 to go'}
        </span>
      </div>
      {shipments.map(({ no, at, carrier, tracking, link, lines: sent }) => (
        <div key={no} className="ship">
          <h3>
            Shipment {no}, sent <Day iso={at} />
          </h3>
          <p>{sent.map(({ order, pieces }) => `${formatCount(pieces)} ${keepUnits(nameOf(order))}`).join(', ')}</p>
          {tracking ? (
            <Tracking
              step={{
                title: `Shipment ${no}`,
                tracking: { text: carrier && carrier !== 'Other' ? `${carrier} ${tracking}` : tracking, link },
              }}
            />
          ) : (
            carrier && <p>{carrier}</p>
          )}
        </div>
      ))}
      {toGo.length > 0 && (
        <div className="ship" data-next>
          <div className="ship__head">
            <h3>To go</h3>
            {by && (
              <span className="warnt small">
                Ship by <Day iso={by} />
              </span>
            )}
          </div>
          <p>{toGo.map(({ line, left }) => `${formatCount(left)} ${keepUnits(line.tools_name)}`).join(', ')}</p>
          {onShip && (
            <Button size="sm" icon="truck" className="mt-2" onClick={onShip}>
              {shipLabel}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
