import { itemNumber } from '#model/catalogue/item-number.ts';
import { type AtNeed, atNeed } from '#model/catalogue/need.ts';
import { stockLevel } from '#model/catalogue/stock-level.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import type { Order } from '#model/orders/order.ts';
import { formatCents, formatCount, formatDollars, manyPieces } from '#texts/format.ts';
import { formatDay } from '#texts/format-time.ts';
import { STOCK_MARKS, stockText } from '../catalogue/need-texts.ts';
import { shortName } from '../catalogue/short-name.ts';
import { ToolThumb } from '../catalogue/tool-thumb.tsx';
import { Icon, type IconName } from '../kernel/icon.tsx';
import { keepUnits } from '../kernel/keep-units.ts';
import { Status, type StatusMark } from '../kernel/status.tsx';
import { manyTools } from './list-counts.ts';
import { OrderStatus } from './order-status.tsx';

/** With `need`, at the quantity that covers it; else the price of one piece. */
export function PaletteTool({ tool, need }: { tool: Tool; need: number | undefined }) {
  const at = atNeed(tool, need ?? 1);
  const { code } = at.stock;
  const [mark, words] = need === undefined ? stockOf(tool) : [STOCK_MARKS[code], stockText(at.stock, at.quantity)];
  return (
    <>
      <ToolThumb image={tool.image} />
      <span>
        <b>{keepUnits(tool.name)}</b>
        <span className="sub">
          <span className="id">{itemNumber(tool)}</span>
          <Status mark={mark}>{words}</Status>
        </span>
      </span>
      <span className="seeko__end">
        <b>{need === undefined ? formatDollars(tool.price) : formatCents(at.asked)}</b>
        <span className="sub">{need === undefined ? 'per piece' : sumOf(at)}</span>
      </span>
    </>
  );
}

const sumOf = ({ quantity, each, noMoreThanFor }: AtNeed): string =>
  noMoreThanFor
    ? `no more than for ${formatCount(noMoreThanFor)}`
    : `${formatCount(quantity)} × ${formatDollars(each)}`;

function stockOf({ available_quantity: available, min_quantity: minimum }: Tool): readonly [StatusMark, string] {
  return stockLevel({ available, minimum }) === 'out' ? ['open', 'Out of stock'] : ['done', 'In stock'];
}

interface PalettePurchaseProps {
  number: string;
  orders: readonly [Order, ...Order[]];
  line: Order | undefined;
  reference: string | undefined;
  tools: number;
  amount: number;
}

export function PalettePurchase({ number, orders, line, reference, tools, amount }: PalettePurchaseProps) {
  const [first] = orders;
  const day = formatDay(new Date(first.createdAt));
  const one = line ?? (tools === 1 ? first : undefined);
  const what = one
    ? [shortName(one.tools_name), manyPieces(one.quantity), day]
    : [day, manyTools(tools), formatDollars(amount)];
  return (
    <>
      <Icon name="orders" />
      <span>
        <b>{number}</b> <bdi className="small muted">{[...what, reference].filter(Boolean).join(', ')}</bdi>
      </span>
      <StatusOf orders={orders} />
    </>
  );
}

function StatusOf({ orders }: { orders: readonly [Order, ...Order[]] }) {
  const alive = orders.filter(({ state }) => state !== 'cancelled');
  const shipped = alive.filter(({ shipping }) => shipping).length;
  if (shipped > 0 && shipped < alive.length) return <Status mark="half">Part shipped</Status>;
  return <OrderStatus order={alive[0] ?? orders[0]} />;
}

export function PaletteEntry({ icon, label, detail }: { icon: IconName; label: string; detail: string | undefined }) {
  return (
    <>
      <Icon name={icon} />
      <span>
        {label} {detail && <bdi className="small muted">{detail}</bdi>}
      </span>
    </>
  );
}
