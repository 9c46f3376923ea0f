import { isOver, type Shop } from './shop.ts';
import { amountOf, type Flag, type Line, liveLines } from './state.ts';
import { invoice } from './terms.ts';

/** Pieces that nobody holds or waits for. */
function freePieces(shop: Shop, tool: number): number {
  const { stock, purchases } = shop.s;
  const available = stock[tool] as number;
  if (shop.weak('newcomers pass the queue')) return available;
  const lines = purchases.flatMap((it) => it.lines).filter((it) => it.tool === tool);
  return Math.max(available - lines.reduce((sum, it) => sum + it.waiting, 0), 0);
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
  const { quantity, price, guard } = world.line ?? { quantity: 1, price: 1, guard: 0 };
  const cents = quantity * price - guard;
  const asked = shop.weak('lines taken one by one') ? tools.slice(0, 1) : tools;
  if (purchase.st !== 'none' || !asked.every((it) => freePieces(shop, it) >= quantity || canWait(it))) return false;
  if (shop.onTerms && !seen.credit && s.exposure + tools.length * cents > (world.limit ?? 0)) return false;
  purchase.lines = tools.map((tool) => {
    const held = Math.min(freePieces(shop, tool), quantity);
    takePieces(shop, tool, held);
    const waiting = canWait(tool) ? quantity - held : 0;
    if (canWait(tool)) s.turn += 1;
    const turn = canWait(tool) ? s.turn : 0;
    return { tool, quantity, cents, held, waiting, turn, shipped: 0, returned: 0, givenUp: 0, dropped: 0 };
  });
  purchase.offer = seen.offer ?? (offerOpen(shop, i) ? 1 : 0);
  if (shop.onTerms) s.exposure += amountOf(purchase);
  if (world.approval) shop.move(i, 'approval');
  else if (shop.onTerms) invoice(shop, i);
  else shop.move(i, 'unpaid');
  return true;
}

/** Again, all lines or none. */
export function holdAgain(shop: Shop, i: number): boolean {
  const { s } = shop;
  const lines = liveLines(shop.purchase(i)).filter((it) => it.held + it.waiting + it.givenUp < it.quantity);
  if (lines.some((it) => it.turn === 0 && freePieces(shop, it.tool) < it.quantity)) return false;
  for (const line of lines) {
    line.held = Math.min(freePieces(shop, line.tool), line.quantity);
    takePieces(shop, line.tool, line.held);
    if (line.turn === 0) continue;
    line.waiting = line.quantity - line.held;
    s.turn += 1;
    line.turn = s.turn;
  }
  return true;
}

/** Of an unpaid line: one more only from what is free; one less is first one that waits. False where none is free. */
export function resize(shop: Shop, line: Line, by: 1 | -1): boolean {
  const { price, guard } = shop.world.line ?? { price: 1, guard: 0 };
  const isHeld = line.held + line.waiting > 0;
  if (by === 1 && isHeld && !shop.weak('more pieces without stock')) {
    if (freePieces(shop, line.tool) === 0) return false;
    takePieces(shop, line.tool, 1);
    line.held += 1;
  }
  if (by === -1 && line.waiting > 0) line.waiting -= shop.weak('fewer pieces, all stay in the queue') ? 0 : 1;
  else if (by === -1 && line.held > 0 && !shop.weak('fewer pieces, all stay held')) {
    takePieces(shop, line.tool, -1);
    line.held -= 1;
  }
  line.quantity += by;
  line.cents = line.quantity * price - guard;
  return true;
}

/** What was not shipped. */
export function release(shop: Shop, line: Line): void {
  const held = line.held - line.shipped || (shop.weak('released twice') ? line.quantity : 0);
  if (!shop.weak('never released')) takePieces(shop, line.tool, -held);
  line.held = line.shipped;
  if (!shop.weak('a dropped line stays in the queue')) line.waiting = 0;
}

/** Where a piece of a line is. */
export const PLACES = ['held', 'waiting', 'shipped'] as const;
export type Place = (typeof PLACES)[number];

export const piecesOf = ({ held, waiting, shipped }: Line, at: Place): number =>
  at === 'held' ? held - shipped : at === 'waiting' ? waiting : shipped;

/** A piece. What was shipped does not come back to stock. */
export function giveUp(shop: Shop, line: Line, at: Place): void {
  const { put } = shop.s;
  line.givenUp += 1;
  if (at === 'waiting') {
    if (!shop.weak('what waited and was given up stays in the queue')) line.waiting -= 1;
    return;
  }
  line.held -= 1;
  if (at === 'held') takePieces(shop, line.tool, -1);
  else {
    line.shipped -= 1;
    line.returned += 1;
    put[line.tool] = (put[line.tool] as number) - 1;
  }
}

/** With its last piece a purchase is over. What it never held is given up as well. */
export function giveUpAll(shop: Shop, i: number): void {
  for (const line of liveLines(shop.purchase(i))) {
    for (const at of PLACES) for (let left = piecesOf(line, at); left > 0; left -= 1) giveUp(shop, line, at);
    line.givenUp = line.quantity;
  }
}

/** Pieces of the second tool come. */
export function restock({ s }: Shop): void {
  s.restocks -= 1;
  s.stock[1] = (s.stock[1] as number) + 1;
  s.put[1] = (s.put[1] as number) + 1;
}

/** Who is served next: nobody while there is nothing to serve. */
export function firstInQueue({ s: { stock, purchases } }: Shop, tool: number): Line | undefined {
  if (stock[tool] === 0) return undefined;
  const waiting = purchases.flatMap((it) => it.lines).filter((it) => it.tool === tool && it.waiting > 0);
  return waiting.sort((a, b) => a.turn - b.turn)[0];
}

export function allocate(shop: Shop, tool: number): void {
  const first = firstInQueue(shop, tool) as Line;
  takePieces(shop, tool, 1);
  first.held += 1;
  first.waiting -= 1;
}
