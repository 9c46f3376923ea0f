import type { FailureCode } from '#contract/kernel/failure-code.ts';
import type { Problem } from '#contract/kernel/problem.ts';
import type { Failure } from '#texts/failures.ts';
import { problemBody } from './problem.ts';

type WithFigures = Extract<Failure, { readonly figures: object }>;

const FIGURES: { readonly [C in WithFigures['code']]: Extract<WithFigures, { code: C }>['figures'] } = {
  weak_password: { why: 'common' },
  mail_unavailable: { of: 'reset' },
  too_many_attempts: { of: 'passwords', seconds: 60 },
  reset_link_ended: { minutes: 60 },
  confirmation_ended: { hours: 24 },
  multipart_expected: { field: 'image' },
  file_missing: { field: 'image' },
  file_too_large: { most: 5 },
  picture_too_large: { megapixels: 24 },
  slip_not_found: { part: 3, parts: 2 },
  shipping_final: { seconds: 30 },
  ship_to_final: { why: 'sent' },
  shipment_stays: { why: 'refunded' },
  pieces_not_here: { line: 1, left: 60, tool: 'Claw Hammer 16 oz' },
  shipped_meanwhile: { sent: 60 },
  refunded_meanwhile: { kept: 214 },
  amount_changed: { amount: 86 },
  amount_differs: { amount: 120 },
  fewer_wait: { waiting: 40 },
  not_changeable: { why: 'ended' },
  pieces_awaited: { waiting: 70 },
  stock_limit: { available: 12, pieces: -20, most: 10_000_000 },
  stock_moved: { shown: 240, shelf: 212 },
  quantity_below_minimum: { least: 20 },
  pieces_gone: { quantity: 96, available: 60, restockAt: '2026-12-03' },
  not_whole_packs: { quantity: 250, pack: 12, fewer: 240, more: 252 },
  lines_refused: { lines: 1 },
  too_many_unpaid: { unpaid: 10 },
  too_much_unpaid: { held: 60, left: 40, least: 20 },
  unconfirmed_unpaid: { unpaid: 3 },
  unconfirmed_network: { unpaid: 0 },
  promise_ordered: { number: 'P-2058' },
  promise_over: { why: 'expired' },
  too_many_promises: { most: 100 },
  too_many_reviews: { sent: 5, seconds: 10_800 },
};

export function exampleOf(code: FailureCode): Problem {
  if (code === 'invalid_request')
    return problemBody(code, { errors: [{ field: 'quantity', message: 'Quantity must be a whole number.' }] });
  if (code === 'lines_refused') {
    const waits = { available: 340, least: 6, pack: 1, waits: 'limit', day: '2026-12-03', later: 50, most: 390 };
    const lines = [
      { line: 2, code: 'price_changed', figures: { price: 14 } },
      { line: 5, code: 'out_of_stock', figures: waits },
    ];
    return problemBody(code, { figures: { lines: lines.length }, lines });
  }
  const more = { price_changed: { price: 14 }, out_of_stock: { available: 15, least: 5 } };
  const figures = { ...FIGURES, ...more }[code as WithFigures['code'] | keyof typeof more];
  return problemBody(code, { figures });
}
