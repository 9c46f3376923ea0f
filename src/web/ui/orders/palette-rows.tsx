import { itemNumber } from '#model/catalogue/item-number.ts';
import { stockLevel } from '#model/catalogue/stock-level.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { subtractCents } from '#model/kernel/money.ts';
import type { Order } from '#model/orders/order.ts';
import { piecesHere, wantedPieces } from '#model/orders/wanted-pieces.ts';
import { orderPrice } from '#model/pricing/price.ts';
import { formatCents, formatCount, formatDollars } from '#texts/format.ts';
import { formatDay, formatDeliveryDay } from '#texts/format-time.ts';
import { shortName } from '../catalogue/short-name.ts';
import { ToolThumb } from '../catalogue/tool-thumb.tsx';
import { Icon, type IconName } from '../kernel/icon.tsx';
import { keepUnits } from '../kernel/keep-units.ts';
import { Status, type StatusMark } from '../kernel/status.tsx';
import { manyPieces, manyTools } from './list-counts.ts';
import { OrderStatus } from './order-status.tsx';

/** With `need`, at the quantity that covers it; else the price of one piece. */
export function PaletteTool({ tool, need }: { tool: Tool; need: number | undefined }) {
  const pieces = wantedPieces(tool, need ?? 1);
  const price = orderPrice(tool, pieces, 0);
  const [mark, words] = need === undefined ? stockOf(tool) : stockAt(tool, need);
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
        <b>{need === undefined ? formatDollars(tool.price) : formatCents(subtractCents(price.total, price.guard))}</b>
        <span className="sub">{need === undefined ? 'per piece' : sumOf(pieces, price)}</span>
      </span>
    </>
  );
}

const sumOf = (pieces: number, { each, guardedBy }: ReturnType<typeof orderPrice>): string =>
  guardedBy ? `no more than for ${formatCount(guardedBy.from)}` : `${formatCount(pieces)} × ${formatDollars(each)}`;

function stockOf({ available_quantity: available, min_quantity: minimum }: Tool): readonly [StatusMark, string] {
  return stockLevel({ available, minimum }) === 'out' ? ['open', 'Out of stock'] : ['done', 'In stock'];
}

/** "All 252 in stock", "180 now, 70 from 3 Dec", "Minimum is 300". */
function stockAt(tool: Tool, need: number): readonly [StatusMark, string] {
  const wanted = wantedPieces(tool, need);
  const { here, later } = piecesHere(tool, wanted);
  const from = later && `${formatCount(later.pieces)} from ${formatDeliveryDay(later.date)}`;
  if (here === 0) return ['open', from ? `None now, ${from}` : 'Out of stock'];
  if (here < wanted) return ['half', from ? `${formatCount(here)} now, ${from}` : `${formatCount(here)} now`];
  if (tool.min_quantity > need) return ['open', `Minimum is ${formatCount(tool.min_quantity)}`];
  return ['done', `All ${formatCount(wanted)} in stock`];
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
