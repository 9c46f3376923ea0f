import { itemNumber } from '#model/catalogue/item-number.ts';
import { wholePacks } from '#model/catalogue/quantity.ts';
import { comingTo } from '#model/catalogue/restock.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { shippingDay } from '#model/kernel/shipping-day.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { lowestPrice } from '#texts/lowest-price.ts';
import { keepUnits } from '../kernel/keep-units.ts';
import { Line } from '../kernel/line.tsx';
import { useAwake } from '../kernel/use-awake.ts';
import { useNow } from '../kernel/use-now.ts';
import { ToolPicture } from './tool-card.tsx';

const SIZES = '(width < 68.75rem) 100vw, 38rem';

interface PurchaseToolProps {
  tool: Tool;
  heading?: 'h1' | 'h2';
}

export function PurchaseTool({ tool, heading: Heading = 'h1' }: PurchaseToolProps) {
  const lowest = lowestPrice(tool.steps);
  const now = useNow();
  const awake = useAwake();
  const coming = comingTo(tool, new Date(now));
  const isHere = wholePacks(tool.available_quantity, tool.pack) >= tool.min_quantity;

  return (
    <>
      <div className="buy__head">
        <p className="id">{itemNumber(tool)}</p>
        <Heading className="h1" tabIndex={-1}>
          {keepUnits(tool.name)}
        </Heading>
      </div>
      <div className="buy__pic">
        <div className="plate">
          <ToolPicture name={tool.name} image={tool.image} sizes={SIZES} fetchPriority="high" />
        </div>
      </div>
      <div className="buy__info">
        <dl className="sheet">
          <div>
            <dt>Price</dt>
            <dd>
              <span className="money">{formatDollars(tool.price)}</span>{' '}
              <span className="buy__unit">per piece{lowest && `, ${lowest}`}</span>
            </dd>
          </div>
          <div>
            <dt>Available</dt>
            <dd>
              {formatCount(tool.available_quantity)}
              {coming && (
                <span className="buy__unit">
                  , {formatCount(coming.left)} more on {formatDeliveryDay(coming.date)}
                </span>
              )}
            </dd>
          </div>
          <Line label="Minimum order" is={formatCount(tool.min_quantity)} />
          {tool.pack > 1 && <Line label="Sold in" is={`Boxes of ${formatCount(tool.pack)}`} />}
          {isHere && (
            <div>
              <dt>Ships by</dt>
              {/* Another day than the server's, when midnight was between them: its own text would stay. */}
              <dd key={String(awake)} suppressHydrationWarning>
                {formatDeliveryDay(shippingDay(now))} <span className="buy__unit">if you pay today</span>
              </dd>
            </div>
          )}
        </dl>
        <p className="buy__text">{keepUnits(tool.description)}</p>
      </div>
    </>
  );
}
