import { expect, test } from 'vitest';
import { paperFile } from '#model/content/paper.ts';
import { nameWidth, paperPages } from '#model/content/paper-pages.ts';
import type { PromisePaper } from '#model/orders/promise.ts';
import type { Invoice, PackingSlip } from '#model/purchases/papers.ts';
import { invoicePaper, packedAs, promiseSheet, slipPaper } from './papers.ts';

const of = {
  ...{ shop: { name: 'Toolyard', email: 'sales@example.com' }, purchase: 'P-2052', name: 'Northgate Joinery' },
  ...{ address: '48 Foundry Lane, Dock 3\nLeeds LS9 8AG', po_number: '4500018822' },
};
const line = (its: Partial<Invoice['lines'][number]> = {}): Invoice['lines'][number] => ({
  ...{ tools_name: 'F-Clamp 300 x 110 mm', sku: 'HT-CLF-300', quantity: 112, tools_price: 9, total: 1008 },
  ...{ guard: 0, from: null, ...its },
});
const invoice = (its: Partial<Invoice> = {}): Invoice => ({
  ...of,
  ...{ number: '2026-0431', date: '2026-11-22T23:59:00.000Z', paid_with: 'card', transactionId: 'pi_1' },
  ...{ lines: [line()], total: 1008, guard: 0, discount: 0, amount: 1008, ...its },
});
const slip = (its: Partial<PackingSlip> = {}): PackingSlip => ({
  ...of,
  ...{ phone: '5550142200', part: 1, parts: null, at: '2026-11-13T09:32:00.000Z', carrier: null, tracking: null },
  ...{ lines: [{ tools_name: 'Hammer', sku: null, ordered: 96, pieces: 96, pack: 1 }], to_follow: [], ...its },
});
const factsOf = (paper: ReturnType<typeof slipPaper>) =>
  Object.fromEntries(paper.facts.map(({ label, lines }) => [label, lines.join(' / ')]));

test('an invoice has one amount, with the guard and the offer as lines of their own', () => {
  const paper = invoicePaper(
    invoice({ lines: [line({ guard: 48, from: 120 })], guard: 48, discount: 288, amount: 672 }),
  );
  expect(paper.sums).toEqual([
    { label: '1 tool, 112 pieces', value: '$1,008' },
    { label: 'No more than for 120, HT-CLF-300', value: '−$48', is: 'less' },
    { label: 'First order, 30% off', value: '−$288', is: 'less' },
    { label: 'Amount paid', value: '$672', is: 'total' },
  ]);
  expect(factsOf(paper)).toEqual({
    ...{ 'Bill and ship to': 'Northgate Joinery / 48 Foundry Lane, Dock 3 / Leeds LS9 8AG' },
    ...{ 'Invoice date': '22\u00a0Nov\u00a02026', Paid: '22\u00a0Nov\u00a02026, by card' },
    ...{ Purchase: 'P-2052', 'PO number': '4500018822' },
  });
  expect(paper.closing).toEqual([{ text: 'Paid in full. Transaction id', id: 'pi_1' }]);
  expect(paperFile(paper)).toBe('Invoice 2026-0431.pdf');
});

test('a paper has the address of the shop above its e-mail, and room for it', () => {
  const address = ['48 Foundry Lane', 'Leeds LS9 8AG', 'VAT GB 123 4567 89', 'a', 'b', 'c'];
  const shop = { ...of.shop, address };
  for (const paper of [invoicePaper(invoice({ shop })), slipPaper(slip({ shop })), promiseSheet(promise(), shop)])
    expect(paper.shop).toEqual({ name: 'Toolyard', lines: [...address, 'sales@example.com'] });
  const rowsOfFirst = (its: Partial<Invoice>) =>
    paperPages(invoicePaper(invoice({ ...its, lines: Array(60).fill(line()) })))[0]?.length ?? 0;
  expect(rowsOfFirst({})).toBe(rowsOfFirst({ shop: { ...shop, address: address.slice(0, 1) } }));
  expect(rowsOfFirst({ shop })).toBeLessThan(rowsOfFirst({}));
});

test('a guard whose larger quantity is not known, or one of many, is told as a whole', () => {
  const unknown = invoicePaper(invoice({ lines: [line({ guard: 48 })], guard: 48 }));
  expect(unknown.sums[1]).toMatchObject({ label: 'No more than the next step', value: '−$48' });
  const many = invoicePaper(invoice({ lines: Array(7).fill(line({ guard: 4, from: 120 })), guard: 28 }));
  expect(many.sums.slice(1, -1)).toEqual([{ label: 'No more than the next step', value: '−$28', is: 'less' }]);
});

test('a packing slip has no prices, and says what follows in which part once that is known', () => {
  const rest = [{ tools_name: 'Pliers', pieces: 144 }];
  expect(slipPaper(slip({ to_follow: rest })).closing).toEqual([{ title: 'To follow', text: '144 × Pliers' }]);
  const known = slipPaper(slip({ parts: 2, to_follow: rest, carrier: 'UPS', tracking: 'NLF 4471' }));
  expect(known.closing[0]?.title).toBe('To follow in part 2');
  expect(factsOf(known)).toMatchObject({ Part: '1 of 2', Carrier: 'UPS', 'Tracking number': 'NLF 4471' });
  expect(JSON.stringify(known)).not.toContain('$');
  expect(paperFile(known)).toBe('Packing slip P-2052 part 1.pdf');
});

test('of many tools that follow the first twenty are named, so that the slip fits its page', () => {
  const rest = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ tools_name: `A tool with a name of some length ${n + 1}`, pieces: 5 }));
  const textOf = (count: number) => slipPaper(slip({ to_follow: rest(count) })).closing[0]?.text;
  expect(textOf(199)).toMatch(/ 20 and 179 more tools$/);
  expect(textOf(21)).toMatch(/ 20 and 1 more tool$/);
  expect(textOf(20)).toMatch(/, 5 × A tool with a name of some length 20$/);
  const long = slipPaper(slip({ to_follow: rest(199).map((it) => ({ ...it, tools_name: 'x'.repeat(100) })) }));
  expect(paperPages(long)).toHaveLength(2);
});

const promise = (its: Partial<PromisePaper> = {}): PromisePaper => ({
  ...{ number: 'PP-0318', state: 'valid', name: 'Dana Ortiz', address: of.address, po_number: of.po_number },
  ...{ createdAt: '2026-11-22T10:00:00.000Z', validUntil: '2026-11-29T23:59:59.999Z' },
  lines: [
    {
      ...{ tools_id: '018f2b6e-0000-7000-8000-000000000001', tools_name: 'Wrench', tools_image: '', sku: 'HT-WRA-250' },
      ...{ quantity: 400, each: 8, total: 3200, guard: 48, today: null },
    } as PromisePaper['lines'][number],
  ],
  ...{ total: 3200, guard: 48, amount: 3152, today: null, ways: [], ...its },
});

test('a price promise says until when it holds, and keeps the lines of its note', () => {
  const paper = promiseSheet(promise({ note: 'Needed by 4 Dec.\n\nThanks.  Dana' }), of.shop);
  expect(factsOf(paper)).toEqual({
    ...{ 'Asked for by, ship to': 'Dana Ortiz / 48 Foundry Lane, Dock 3 / Leeds LS9 8AG' },
    ...{ Date: '22\u00a0Nov\u00a02026', 'Prices held until': '29\u00a0Nov\u00a02026, 23:59\u00a0UTC' },
    'PO number': '4500018822',
  });
  expect(paper.rows).toEqual([{ name: 'Wrench', id: 'HT-WRA-250', figures: ['400', '$8', '$3,200'] }]);
  expect(paper.sums.map(({ label, value }) => `${label} ${value}`)).toEqual([
    ...['1 tool, 400 pieces $3,200', 'No more than the next step −$48', 'Shipping Included', 'Amount to pay $3,152'],
  ]);
  expect(paper.closing[0]).toEqual({ title: 'Note from Dana Ortiz', text: 'Needed by 4 Dec.\nThanks. Dana' });
  expect(paperFile(paper)).toBe('Price promise PP-0318.pdf');
  for (const state of ['withdrawn', 'cancelled'] as const) {
    const over = promiseSheet(promise({ state }), of.shop);
    expect(JSON.stringify(over)).not.toContain('held until');
    const said = state === 'cancelled' ? 'Cancelled' : 'Withdrawn';
    expect(over.closing).toEqual([{ text: `${said}: these prices are no longer held.` }]);
  }
  const long = promiseSheet(promise({ note: 'a\n'.repeat(150) }), of.shop);
  expect(long.closing[0]?.text).not.toContain('\n');
});

test.each([
  [96, 1, 'Loose'],
  [144, 12, '12 boxes of 12'],
  [12, 12, '1 box of 12'],
  [40, 12, '3 boxes of 12 and 4 loose'],
  [5, 12, 'Loose'],
])('%i pieces in packs of %i are packed as %s', (pieces, pack, words) => expect(packedAs(pieces, pack)).toBe(words));

test('every row is on one page, in order, and the sums have a row before them', () => {
  for (let lines = 1; lines <= 200; lines += 1) {
    const all = Array.from({ length: lines }, (_, no) =>
      line({ tools_name: no % 3 === 0 ? `Tool ${no} ${'with a long name '.repeat(4)}` : `Tool ${no}` }),
    );
    const paper = invoicePaper(invoice({ lines: all }));
    const pages = paperPages(paper);
    expect(pages.flat()).toEqual(paper.rows);
    expect(Math.max(...pages.map((rows) => rows.length))).toBeLessThanOrEqual(30);
    expect(Math.min(...pages.map((rows) => rows.length))).toBeGreaterThan(0);
  }
  expect(nameWidth(invoicePaper(invoice()))).toBe(110);
});

test('an address of a hundred lines does not push the table off the page', () => {
  const paper = invoicePaper(invoice({ address: 'a\n'.repeat(250) }));
  expect(paper.facts[0]?.lines).toHaveLength(2);
  expect(paperPages(paper)).toHaveLength(1);
});
