import type { LinkedPromise, WayToPay } from '#model/orders/promise.ts';
import { discountPercent } from '#model/pricing/price.ts';
import { formatDollars } from '#texts/format.ts';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Line } from '#web/ui/kernel/line.tsx';
import { lowerToday } from '#web/ui/orders/promise-words.ts';

interface Asked {
  /** In dollars, before the first-order offer. */
  price: number;
  discount: number;
  less: number;
}

/** In dollars, as promised: the pieces that are not ordered, be it that they were short or cancelled. */
const leftOut = (promised: number, { price, less }: Asked): number => Math.round((promised - less - price) * 100) / 100;

/** With the amount promised they add up to what is paid. */
export function Deductions({ promised, asked }: { promised: number; asked: Asked }) {
  const { price: total, discount, less } = asked;
  const left = leftOut(promised, asked);
  return (
    <>
      {left > 0 && <Line label="Left out" is={formatDollars(-left)} deduction />}
      {less > 0 && <Line label="Less than promised" is={formatDollars(-less)} deduction />}
      {discount > 0 && (
        <Line
          label={`First order, ${discountPercent({ total, discount })}% off`}
          is={formatDollars(-discount)}
          deduction
        />
      )}
    </>
  );
}

interface ToPayProps {
  promise: LinkedPromise;
  way: WayToPay;
  onChooseAgain: (() => void) | undefined;
}

/** How the amount comes about, where it is not that of the document. */
export function ToPay({ promise, way, onChooseAgain }: ToPayProps) {
  const lower = lowerToday(promise, way);
  const { total, guard, discount, amount, less = 0 } = way;
  const price = total - guard;
  const left = leftOut(promise.amount, { price, discount, less });
  if (!lower && discount === 0 && left === 0 && !onChooseAgain) return null;
  return (
    <div>
      {lower && (
        <p className="promise__lower">
          <Icon name="check" small /> {lower}
        </p>
      )}
      <dl className="lines">
        {left > 0 ? (
          <>
            <Line label="Amount promised" is={formatDollars(promise.amount)} />
            <Deductions promised={promise.amount} asked={{ price, discount, less }} />
          </>
        ) : (
          discount > 0 && (
            <>
              <Line label="Total price" is={formatDollars(price)} />
              <Deductions promised={price} asked={{ price, discount, less: 0 }} />
            </>
          )
        )}
        <Line label="To pay now" is={formatDollars(amount)} />
      </dl>
      {onChooseAgain && (
        <button type="button" className="textbtn" onClick={onChooseAgain}>
          Choose again
        </button>
      )}
    </div>
  );
}
