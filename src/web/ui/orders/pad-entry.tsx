import { type ClipboardEvent, type KeyboardEvent, useId } from 'react';
import { itemNumber } from '#model/catalogue/item-number.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { limitsOf } from '#model/orders/order-list.ts';
import type { FoundRow, PadRow } from '#model/orders/pad-rows.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { boxes, formatCents, formatCount, formatDollars } from '#texts/format.ts';
import { ToolThumb } from '../catalogue/tool-thumb.tsx';
import { Button } from '../kernel/button.tsx';
import { Icon } from '../kernel/icon.tsx';
import { keepUnits } from '../kernel/keep-units.ts';
import { Notice } from '../kernel/notice.tsx';
import { Skeleton } from '../kernel/skeleton.tsx';
import { LineNotice } from './pad-notices.tsx';
import { rowProblem } from './pad-texts.ts';
import { packsOfKey, parseQuantity, stepQuantity } from './quantity-limits.ts';
import { type FindTools, ToolFinder } from './tool-finder.tsx';

interface EntryProps {
  no: number;
  entryKey: string;
  quantity: string;
  onQuantity: (typed: string) => void;
  onNext: () => void;
}

interface EntryFieldProps extends EntryProps {
  typed: string;
  find: FindTools;
  onTyped: (typed: string) => void;
  onTake: (tool: Tool) => void;
  onEmptied: () => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
}

/** A line whose tool is still to be found. */
export function EntryField({ no, entryKey, quantity, onQuantity, onNext, typed, onTyped, ...finder }: EntryFieldProps) {
  return (
    <li className="tline" data-entry={entryKey}>
      <div>
        <ToolFinder label={`Item number or name, line ${no}`} words={typed} onWords={onTyped} {...finder} />
      </div>
      <div className="tline__qty">
        <input
          className="qty"
          inputMode="numeric"
          autoComplete="off"
          aria-label={`Quantity, line ${no}`}
          value={quantity}
          onChange={(event) => onQuantity(event.currentTarget.value)}
          onKeyDown={(event) => isPlainEnter(event) && onNext()}
        />
      </div>
      {typed !== '' && (
        <>
          <span className="tline__each muted">–</span>
          <span className="tline__sum muted">–</span>
        </>
      )}
    </li>
  );
}

interface EntryRowProps extends EntryProps {
  name: string;
  /** Null of a tool that is no longer sold, undefined while it is asked for. */
  tool: Tool | null | undefined;
  row: PadRow | undefined;
  onRemove: () => void;
}

/** A line whose tool is known. */
export function EntryRow({ no, entryKey, name, tool, row, quantity, onQuantity, onNext, onRemove }: EntryRowProps) {
  const problemId = useId();
  const found = row?.kind === 'found' ? row : undefined;
  const problem = found && rowProblem(found);
  function press(event: KeyboardEvent) {
    const limits = tool && !event.altKey ? limitsOf(tool) : undefined;
    const packs = limits && packsOfKey(event.key, limits);
    if (limits && packs !== undefined && limits.available >= limits.min) {
      event.preventDefault();
      onQuantity(`${stepQuantity(parseQuantity(quantity), packs, limits)}`);
    } else if (isPlainEnter(event)) {
      if (parseQuantity(quantity) === 0) onRemove();
      else onNext();
    }
  }
  return (
    <li className="tline" data-entry={entryKey}>
      <div className="tline__tool">
        {tool ? <ToolThumb image={tool.image} /> : <span className="thumb" />}
        <span>
          <b>{keepUnits(tool?.name ?? name)}</b>
          {tool && <span className="id">{itemNumber(tool)}</span>}
        </span>
      </div>
      <div className="tline__qty">
        <input
          className="qty"
          inputMode="numeric"
          autoComplete="off"
          aria-label={`Quantity, line ${no}: ${name}`}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem && problemId}
          value={quantity}
          onChange={(event) => onQuantity(event.currentTarget.value)}
          onKeyDown={press}
        />
        {tool && found && <Below tool={tool} row={found} />}
      </div>
      <Price tool={tool} quantity={found?.quantity} />
      <Button
        variant="quiet"
        className="btn--icon prow__x"
        aria-label={`Remove line ${no}: ${name}`}
        onClick={onRemove}
      >
        <Icon name="x" />
      </Button>
      {tool === null && (
        <Notice tone="danger" className="notice--line">
          <b>No longer sold.</b> It is not added.
        </Notice>
      )}
      {problem && <LineNotice id={problemId} problem={problem} onQuantity={(pieces) => onQuantity(`${pieces}`)} />}
    </li>
  );
}

function Below({ tool, row: { quantity, minimumTaken } }: { tool: Tool; row: FoundRow }) {
  if (minimumTaken) return <span className="sub">minimum: {formatCount(tool.min_quantity)}</span>;
  if (quantity === null || tool.pack === 1 || quantity % tool.pack !== 0) return null;
  return (
    <span className="sub">
      {boxes(quantity / tool.pack)} of {formatCount(tool.pack)}
    </span>
  );
}

function Price({ tool, quantity }: { tool: Tool | null | undefined; quantity: number | null | undefined }) {
  if (tool === undefined)
    return (
      <>
        <Skeleton className="tline__each h-4" />
        <Skeleton className="tline__sum h-4" />
      </>
    );
  if (!tool || !quantity) return null;
  const price = orderPrice(tool, quantity, 0);
  return (
    <>
      <span className="tline__each">{formatDollars(price.each)}</span>
      <span className="tline__sum">
        {formatCents(price.asked)}
        {price.guardedBy && <span className="sub">no more than for {formatCount(price.guardedBy.from)}</span>}
      </span>
    </>
  );
}

function isPlainEnter(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return false;
  event.preventDefault();
  return true;
}
