import { createContext, use } from 'react';
import { type AtNeed, atNeed } from '#model/catalogue/need.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { formatCents, formatCount, manyPieces } from '#texts/format.ts';
import { boxesOf, STOCK_MARKS, stockText } from './need-texts.ts';

/** What a card knows of a tool on sale beyond what it shows at rest. */
export type Sold = Pick<Tool, 'pack' | 'steps' | 'restock'>;

/** Whether the stock of the tools on the page is still that of the shop. */
export type StockState = 'known' | 'checking' | 'unknown';
export const StockContext = createContext<StockState>('known');

interface Priced {
  readonly price: number | undefined;
  readonly minimum: number | undefined;
  readonly available: number | undefined;
  readonly sold?: Sold;
}

/** Undefined without a need, and of what is not on sale. */
export function cardAtNeed({ price, minimum, available, sold }: Priced, need: number | undefined): AtNeed | undefined {
  if (!need || !sold || price === undefined || minimum === undefined || available === undefined) return undefined;
  return atNeed({ ...sold, price, min_quantity: minimum, available_quantity: available }, need);
}

export function StockLine({ at }: { at: AtNeed }) {
  const state = use(StockContext);
  if (state !== 'known')
    return <p className="st st--un">{state === 'checking' ? 'Stock is being checked' : 'Stock not checked'}</p>;
  return (
    <p className="st" data-mark={STOCK_MARKS[at.stock.code]}>
      {stockText(at.stock, at.quantity)}
    </p>
  );
}

/** The pieces to order, what they cost together, and whether they are here. */
export function NeedBlock({ at, pack }: { at: AtNeed; pack: number }) {
  return (
    <div className="need">
      <p className="need__t">
        <NeedLabel at={at} pack={pack} />
        <b>{formatCents(at.asked)}</b>
      </p>
      <StockLine at={at} />
    </div>
  );
}

export function NeedLabel({ at, pack }: { at: AtNeed; pack: number }) {
  const more = [
    boxesOf(at.quantity, pack),
    at.noMoreThanFor && `no more than for ${formatCount(at.noMoreThanFor)}`,
  ].filter((text) => text !== undefined);
  return (
    <span>
      {manyPieces(at.quantity)}
      {more.map((text) => (
        <span key={text}>
          , <span className="nowrap">{text}</span>
        </span>
      ))}
    </span>
  );
}
