import { isOver, type Shop } from './shop.ts';
import { amountOf, type Flag, type Line, liveLines, receivableOf } from './state.ts';

/** Pieces that nobody holds or waits for. */
function freePieces(shop: Shop, tool: number): number {
  const { stock, purchases } = shop.s;
  const available = stock[tool] as number;
  if (shop.weak('newcomers pass the queue')) return available;
  return purchases.some(({ lines }) => lines.some((it) => it.tool === tool && it.waiting > 0)) ? 0 : available;
}

function takePieces(shop: Shop, tool: number, pieces: number): void {
  const { stock } = shop.s;
  stock[tool] = (stock[tool] as number) - pieces;
}

export function offerOpen({ s, world: { buyers } }: Shop, i: number): boolean {
  return !s.purchases.some((it, other) => other !== i && buyers[other] === buyers[i] && it.offer && !isOver(it.st));
}

/** All lines or none. `seen`: what was looked up before, where that is left to an earlier step. */
export function place(
  shop: Shop,
  i: number,
  tools: readonly number[],
  seen: { offer?: Flag; credit?: true } = {},
): boolean {
  const { s, world } = shop;
  const purchase = shop.purchase(i);
  const canWait = (tool: number) => tool === 1 && world.restocks !== undefined;
  const asked = shop.weak('lines taken one by one') ? tools.slice(0, 1) : tools;
  if (purchase.st !== 'none' || !asked.every((it) => freePieces(shop, it) > 0 || canWait(it))) return false;
  if (shop.onTerms && !seen.credit && s.exposure + tools.length > (world.limit ?? 0)) return false;
  purchase.lines = tools.map((tool) => {
    const held = Math.min(freePieces(shop, tool), 1);
    takePieces(shop, tool, held);
    const waiting = canWait(tool) ? 1 - held : 0;
    if (canWait(tool)) s.turn += 1;
    const turn = canWait(tool) ? s.turn : 0;
    return { tool, quantity: 1, held, waiting, turn, shipped: 0, returned: 0, givenUp: 0, dropped: 0 };
  });
  purchase.offer = seen.offer ?? (offerOpen(shop, i) ? 1 : 0);
  if (shop.onTerms) s.exposure += amountOf(purchase);
  if (world.approval) shop.move(i, 'approval');
  else if (shop.onTerms) invoice(shop, i);
  else shop.move(i, 'unpaid');
  return true;
}

export function invoice(shop: Shop, i: number): void {
  const purchase = shop.purchase(i);
  purchase.invoiced = amountOf(purchase);
  shop.move(i, 'invoiced');
}

export function payInvoice(shop: Shop, i: number): void {
  const purchase = shop.purchase(i);
  const open = receivableOf(purchase);
  purchase.received += open;
  shop.s.exposure -= open;
  closeInvoice(shop, i);
}

export function closeInvoice(shop: Shop, i: number): void {
  const purchase = shop.purchase(i);
  if (purchase.st === 'invoiced' && receivableOf(purchase) === 0) shop.move(i, 'paid');
}

/** Again, all lines or none. */
export function holdAgain(shop: Shop, i: number): boolean {
  const { s } = shop;
  const lines = liveLines(shop.purchase(i)).filter((it) => it.held + it.waiting + it.givenUp < it.quantity);
  if (lines.some((it) => freePieces(shop, it.tool) < it.quantity)) return false;
  for (const line of lines) {
    takePieces(shop, line.tool, line.quantity);
    line.held = line.quantity;
    if (line.turn === 0) continue;
    s.turn += 1;
    line.turn = s.turn;
  }
  return true;
}

/** What was not shipped. */
export function release(shop: Shop, line: Line): void {
  const held = line.held - line.shipped || (shop.weak('released twice') ? line.quantity : 0);
  if (!shop.weak('never released')) takePieces(shop, line.tool, -held);
  line.held = line.shipped;
  if (!shop.weak('a dropped line stays in the queue')) line.waiting = 0;
}

/** A piece. What was shipped does not come back to stock. */
export function giveUp(shop: Shop, line: Line): void {
  if (line.shipped > 0) {
    line.shipped -= 1;
    line.held -= 1;
    line.returned += 1;
    const { put } = shop.s;
    put[line.tool] = (put[line.tool] as number) - 1;
  } else release(shop, line);
  line.givenUp += 1;
}

/** Pieces of the second tool come. */
export function restock({ s }: Shop): void {
  s.restocks -= 1;
  s.stock[1] = (s.stock[1] as number) + 1;
  s.put[1] = (s.put[1] as number) + 1;
}

/** Who waits longest is served first. */
export function allocate(shop: Shop, tool: number): boolean {
  const waiting = shop.s.purchases.flatMap((it) => it.lines).filter((it) => it.tool === tool && it.waiting > 0);
  const [first] = waiting.sort((a, b) => a.turn - b.turn);
  if (!first || shop.s.stock[tool] === 0) return false;
  takePieces(shop, tool, 1);
  first.held += 1;
  first.waiting -= 1;
  return true;
}
