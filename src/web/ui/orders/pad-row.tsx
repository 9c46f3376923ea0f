import { type KeyboardEvent, useId, useState } from 'react';
import { itemNumber } from '#model/catalogue/item-number.ts';
import { MAX_QUANTITY, type QuantityLimits } from '#model/catalogue/quantity.ts';
import { limitsOf } from '#model/orders/order-list.ts';
import type { FoundRow } from '#model/orders/pad-rows.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { boxes, formatCents, formatCount, formatDollars, manyPieces } from '#texts/format.ts';
import { ToolThumb } from '#web/ui/catalogue/tool-thumb.tsx';
import { Button } from '#web/ui/kernel/button.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { keepUnits } from '#web/ui/kernel/keep-units.ts';
import { LineNotice } from './pad-notices.tsx';
import { rowProblem } from './pad-texts.ts';
import { packsOfKey, parseQuantity, stepQuantity } from './quantity-limits.ts';

interface PadRowProps {
  row: FoundRow;
  onQuantity: (quantity: number | null) => void;
  onRemove: () => void;
}

/** A line of the pad whose tool is known. */
export function PadRow({ row, onQuantity, onRemove }: PadRowProps) {
  const { line, tool, quantity, minimumTaken, lines, together } = row;
  const problemId = useId();
  const problem = rowProblem(row);
  const price = orderPrice(tool, quantity ?? 0, 0);
  const whole = orderPrice(tool, together, 0);
  const name = keepUnits(tool.name);
  const packs = quantity !== null && tool.pack > 1 && quantity % tool.pack === 0 ? quantity / tool.pack : 0;
  return (
    <li className="prow" data-line={line.no}>
      <span className="prow__n">
        <span className="sr">Line </span>
        {line.no}
      </span>
      <ToolThumb image={tool.image} />
      <div className="prow__name">
        <b>{name}</b>
        <span className="prow__typed">
          <span className="id">{itemNumber(tool)}</span> from &ldquo;{line.text}&rdquo;
        </span>
        {minimumTaken && <span className="prow__mark">quantity not given, minimum taken</span>}
        {lines > 1 && (
          <span className="prow__typed">
            {formatCount(lines)} lines are the same tool. Together {manyPieces(together)}, {formatCents(whole.asked)}.
          </span>
        )}
      </div>
      <div className="prow__qty">
        <PadQuantity
          label={`Quantity, line ${line.no}: ${name}`}
          quantity={quantity}
          unread={row.unread}
          limits={limitsOf(tool)}
          invalid={problem !== undefined}
          describedBy={problem && problemId}
          onChange={onQuantity}
          onRemove={onRemove}
        />
        {packs > 0 && (
          <span className="sub">
            {boxes(packs)} of {formatCount(tool.pack)}
          </span>
        )}
      </div>
      <span className="prow__each">{formatDollars(price.each)}</span>
      <span className="prow__sum">
        {quantity !== null && formatCents(price.asked)}
        {price.guardedBy && <span className="sub">no more than for {formatCount(price.guardedBy.from)}</span>}
      </span>
      <Button
        variant="quiet"
        className="btn--icon prow__x"
        aria-label={`Remove line ${line.no}: ${name}`}
        onClick={onRemove}
      >
        <Icon name="x" />
      </Button>
      {problem && <LineNotice id={problemId} problem={problem} onQuantity={onQuantity} />}
    </li>
  );
}

interface PadQuantityProps {
  label: string;
  /** Null of what is no quantity; what was typed stays. */
  quantity: number | null;
  /** What the text has in its place. */
  unread?: string | undefined;
  limits: QuantityLimits;
  invalid: boolean;
  describedBy?: string | undefined;
  onChange: (quantity: number | null) => void;
  /** 0 was entered. */
  onRemove: () => void;
}

/** The quantity of a row of the pad: counts with each key, so that the sums follow. */
function PadQuantity({ label, quantity, unread, limits, invalid, describedBy, onChange, onRemove }: PadQuantityProps) {
  // With the quantity that it is: the text goes when another one comes from elsewhere.
  const [typed, setTyped] = useState<{ text: string; quantity: number | null }>();
  const text = typed?.quantity === quantity ? typed.text : undefined;
  function read(next: string) {
    const pieces = parseQuantity(next);
    const wanted = pieces === null || pieces === 0 || pieces > MAX_QUANTITY ? null : pieces;
    setTyped({ text: next, quantity: wanted });
    onChange(wanted);
  }
  function finish() {
    if (text !== undefined && parseQuantity(text) === 0) onRemove();
    else if (quantity !== null) setTyped(undefined);
  }
  function press(event: KeyboardEvent) {
    const packs = event.altKey ? undefined : packsOfKey(event.key, limits);
    if (packs !== undefined) {
      event.preventDefault();
      if (limits.available >= limits.min) onChange(stepQuantity(quantity, packs, limits));
      setTyped(undefined);
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      finish();
    }
  }
  return (
    <input
      className="qty"
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      value={text ?? quantity ?? unread ?? ''}
      onChange={(event) => read(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={press}
    />
  );
}
