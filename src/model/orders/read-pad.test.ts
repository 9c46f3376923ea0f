import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_PAD_LINES } from './pad-line.ts';
import { countLines, readPad } from './read-pad.ts';

const only = (text: string) => readPad(text)[0];

describe('the quantity of a line', () => {
  test.each([
    ['claw hammer 40', 40, 'pieces'],
    ['40 claw hammers', 40, 'pieces'],
    ['40x claw hammer', 40, 'pieces'],
    ['claw hammer x 40', 40, 'pieces'],
    ['claw hammer ×40', 40, 'pieces'],
    ['12 x spirit level 400', 12, 'pieces'],
    ['claw hammer, 40 pcs', 40, 'pieces'],
    ['qty: 40 claw hammer', 40, 'pieces'],
    ['claw hammer 1,000', 1000, 'pieces'],
    ['claw hammer 1.000 Stück', 1000, 'pieces'],
    ["claw hammer 1'000", 1000, 'pieces'],
    ['claw hammer 1\u202f000', 1000, 'pieces'],
    ['claw hammer\t400.00', 400, 'pieces'],
    ['2 doz claw hammers', 24, 'pieces'],
    ['half a dozen claw hammers', 6, 'pieces'],
    ['one hundred pcs HT-WRA-250', 100, 'pieces'],
    ['HT-WRA-250 thirteen pcs', 13, 'pieces'],
    ['drive socket ½ in 12 pcs', 12, 'pieces'],
    ['HT-WRA-250 x 20, two hundred pcs', 20, 'pieces'],
    ['Pipe wrench 1 1/2 in, 10', 10, 'pieces'],
    ['bolts 3/8 boxes 4', 4, 'pieces'],
    ['10 3/8 box wrench', 10, 'pieces'],
    ['10 1/2 pc sockets', 10, 'pieces'],
    ['10 Kabel 1,5²', 10, 'pieces'],
    ['HT-CAB-100\tKabel 2,5²\t10', 10, 'pieces'],
    ['Zip ties thousand pack 5', 5, 'pieces'],
    ['eighteen piece drill set, 3', 3, 'pieces'],
    ['5 seventy piece kits', 5, 'pieces'],
    ['twenty four piece socket set 5', 5, 'pieces'],
    ['10 sixty piece bit sets', 10, 'pieces'],
    ['HT-SET-060\tThirteen piece drill set\t4', 4, 'pieces'],
    ['HT-WRA-250 - 10 pcs', 10, 'pieces'],
    ['1 gross claw hammers', 144, 'pieces'],
    ['5 boxes needle nose pliers', 5, 'packs'],
    ['two boxes of pliers', 2, 'packs'],
    ['pliers: 5 boxes of 12', 5, 'packs'],
    ['pliers, boxes: 5', 5, 'packs'],
    ['hex key set 9pc - 200', 200, 'pieces'],
    ['hex key set, 9 pc x 20', 20, 'pieces'],
    ['ratchet set 1/2" 48', 48, 'pieces'],
    ['tape measure 5 m x 25 mm x 60', 60, 'pieces'],
    ['20 g clamps', 20, 'pieces'],
    ['claw hammer @ $8.00 30', 30, 'pieces'],
    ['claw hammer 0', 0, 'pieces'],
    ['HT-HAM-016\t1 200', 1200, 'pieces'],
    ['1 200;HT-HAM-016', 1200, 'pieces'],
    ['HT-HAM-016, 1 200', 1200, 'pieces'],
    ['HT-HAM-016\t1 200 pcs', 1200, 'pieces'],
    ['HT-HAM-016\t1.200,00', 1200, 'pieces'],
    ['HT-HAM-016 3.000,00', 3000, 'pieces'],
    ['HT-HAM-016\t1,200.00', 1200, 'pieces'],
    ['HT-HAM-016\t1200,00', 1200, 'pieces'],
    ['HT-HAM-016\t48\t9.00\t1,200.00', 48, 'pieces'],
    ['HT-HAM-016;48;9,00 €;1 432,00 €', 48, 'pieces'],
    ['HT-HAM-016,48,$9.00,$432.00', 48, 'pieces'],
    ['HT-HAM-016 9.00 USD 48', 48, 'pieces'],
    ['HT-HAM-016 9€ 432€ 48', 48, 'pieces'],
    ['HT-HAM-016 9 € 48 pcs', 48, 'pieces'],
    ['HT-HAM-016 9 USD 48 pcs', 48, 'pieces'],
    ['HT-HAM-016 9 EUR 48 Stück', 48, 'pieces'],
    ['HT-HAM-016 9 € 4 boxes', 4, 'packs'],
    ['HT-HAM-016 9 € 48 x', 48, 'pieces'],
    ['HT-HAM-016 x 48 € 9', 48, 'pieces'],
    ['HT-HAM-016 48 x 9 € 12', 48, 'pieces'],
    ['HT-HAM-016 qty: 48 € 9', 48, 'pieces'],
    ['HT-HAM-016 9,50 € 48', 48, 'pieces'],
    ['HT-HAM-016 48 € 9.00', 48, 'pieces'],
    ['claw hammer 250 48 € 9.50', 48, 'pieces'],
    ['HT-HAM-016 48 € 9.-', 48, 'pieces'],
    ['HT-HAM-016 9.- € 48', 48, 'pieces'],
    ['HT-HAM-016\t1.200,00\t9,00', 1200, 'pieces'],
    ['HT-HAM-016\t48,00\t9,00\t432,00', 48, 'pieces'],
    ['HT-HAM-016;48,00;9,00', 48, 'pieces'],
    ['HT-HAM-016;48,00;9,50', 48, 'pieces'],
    ['48.00,HT-HAM-016,9.00', 48, 'pieces'],
    ['HT-HAM-016\t9,00\t48', 48, 'pieces'],
    ['HT-HAM-016\t48\t9.-', 48, 'pieces'],
    ['claw hammer 48 9,-', 48, 'pieces'],
    ['HT-HAM-016,1200,00', 1200, 'pieces'],
    ['1. claw hammer 40', 40, 'pieces'],
    ['claw hammer 2.0 doz', 24, 'pieces'],
    ['clamp qty 5 300 mm', 5, 'pieces'],
    ['pliers 180 240 pcs', 240, 'pieces'],
    ['HT-WRA-250 box of 2 hundred, 5', 5, 'pieces'],
    ['４０ claw hammers', 40, 'pieces'],
  ])('%s', (text, quantity, unit) => {
    expect(only(text)).toMatchObject({ quantity, unit });
  });

  test.each([
    'claw hammer',
    'bench plane no. 4',
    'claw hammer 16 oz',
    'clamp 300 x 110 mm',
    'drill 1/2"',
    '4012345678901',
    '4012345678901 EUR 12',
    'set 9pc',
    'silicone lubricant 400 ml',
  ])('none in “%s”', (text) => {
    expect(only(text)).not.toHaveProperty('quantity');
  });
});

test.each([
  'HT-WRA-250\t5.0',
  'claw hammer, 1.000',
  'claw hammer 2.5, 40',
  'hex key 2.5 mm',
  '- 5 claw hammers',
  'HT-WRA-250 =5',
  'HT-WRA-250 USD 9.50',
  'claw hammer;500 g',
  'silicone lubricant 400 ml',
])('nothing of that in “%s”', (text) => {
  expect(only(text)).not.toHaveProperty('unread');
});

describe('the item number of a line', () => {
  test.each([
    ['HT-WRA-250 400', 'HTWRA250'],
    ['20x HT-HAM-024', 'HTHAM024'],
    ['htwra250 x 400', 'HTWRA250'],
    ['HT\u2011WRA\u2011250 400', 'HTWRA250'],
    ['HT-WRA-250x400', 'HTWRA250'],
    ['20xHT-WRA-250', 'HTWRA250'],
    ['300 pz HTHATORG', 'HTHATORG'],
  ])('%s', (text, number) => {
    expect(only(text)?.numbers[0]).toBe(number);
  });

  test('with blanks: its digits are no quantity, if it is one', () => {
    expect(only('HT WRA 250')).toMatchObject({ quantity: 250, beside: { HTWRA250: {} } });
    expect(only('HT WRA 250 400')?.beside?.HTWRA250).toEqual({ quantity: 400, unit: 'pieces' });
  });

  test('with blanks, beside what may be one quantity or two numbers', () => {
    const line = only('HT WRA 250 qty: 1 200');
    expect([line?.unread, line?.beside?.HTWRA250]).toEqual(['1 200', {}]);
  });

  test('of digits alone', () => {
    expect(only('40 500123')?.beside?.['500123']).toEqual({ quantity: 40, unit: 'pieces' });
    expect(only('500123;48,00;9,00')?.beside?.['500123']).toEqual({ quantity: 48, unit: 'pieces' });
    expect(only('500123 9 € 48')?.beside?.['500123']).toEqual({});
  });
});

describe('what is left is the name', () => {
  test.each([
    ['200 safety helmets orange', 'safety helmets orange'],
    ['48 claw hammers 12 € 16 oz', 'claw hammers 16 oz'],
    ['claw hammer 9 € 48', 'claw hammer'],
    ['5 boxes of needle nose pliers, please', 'needle nose pliers'],
    ['"Claw Hammer, 16 oz",200', 'Claw Hammer 16 oz'],
    ['"ratchet set 1/2""",48', 'ratchet set 1/2"'],
    ['> - hacksaw 300mm .... 60', 'hacksaw 300mm'],
  ])('%s', (text, words) => {
    expect(only(text)?.words).toBe(words);
  });
});

describe('a table', () => {
  test.each([
    ['Item number   Quantity\nHT-WRA-250     400', 400],
    ['Pos\tItem\tDescription\tQty\tPrice\tTotal\n7\tHT-WRA-250\tWrench\t400\t8\t3200', 400],
    ['quantity,sku\n400,HT-WRA-250', 400],
    ['Artikelnummer;Bezeichnung;Menge\nHT-WRA-250;Schraubenschlüssel;400', 400],
    ['Artikel;Menge;Bemerkung\nHT-WRA-250;400;120', 400],
    ['Item number,Dock,Qty\nHT-WRA-250,120,400', 400],
    ['Item\tUnit\tQty\nHT-WRA-250\tdozen\t2', 24],
    ['Item\tUnit\tQty\nHT-WRA-250\tdoz\t12 doz', 144],
    ['Item\tUnit\tQty\nHT-WRA-250\tgross\t2 gross', 288],
    ['Item\tUnit\tQty\nHT-WRA-250\tdoz\t12 pcs', 12],
    ['Item\tUnit\tQty\nHT-WRA-250\tdoz\tone dozen', 12],
    ['Item\tUnit\tQty\nHT-WRA-250\tdoz\tx 2', 24],
    ['Item\tQty\nHT-WRA-250\t12 doz (144 pcs)', 144],
    ['Item;Quantity\nHT-WRA-250;1 200', 1200],
    ['Item,Quantity\nHT-WRA-250,"1200,00"', 1200],
    ['sku;qty;packs\nHT-WRA-250;48;6er', 48],
    ['sku;qty;boxes\nHT-WRA-250;48;1/2', 48],
  ])('%j', (text, quantity) => {
    const [head, row] = readPad(text);
    expect(head).toMatchObject({ no: 1, head: true });
    expect(row).toMatchObject({ no: 2, quantity, numbers: ['HTWRA250'] });
  });

  test('of boxes', () => {
    expect(readPad('Item no.\tBoxes\nHT-WRA-250\t4')[1]).toMatchObject({ quantity: 4, unit: 'packs' });
  });

  test('a note among its rows is read for itself', () => {
    expect(readPad('Item\tQty\nand 20 claw hammers')[1]).toMatchObject({ quantity: 20, words: 'claw hammers' });
  });

  test('a row of which only one name is known is no head', () => {
    expect(readPad('Artikel;Bemerkung\nHT-WRA-250;400').map(({ head }) => head)).toEqual([undefined, undefined]);
  });

  test('a tool is no head row', () => {
    expect(readPad('tool boxes')).toMatchObject([{ words: 'tool boxes' }]);
  });
});

test('what a letter has around its order is left out, and lines keep their places', () => {
  const letter =
    'Hi Anna,\n\nplease send us the following:\n20x HT-HAM-024\n\nBest regards,\nTom Baker\ntom@example.com\n';
  expect(readPad(letter).map(({ no, text }) => [no, text])).toEqual([[4, '20x HT-HAM-024']]);
});

test.each([
  ['sep=;\nItem;Qty\nHT-HAM-024, old;20'],
  ['"sep=,"\r\nItem,Qty\r\n"HT-HAM-024;",20'],
  ['sep=^\nItem^Qty\nHT-HAM-024^20'],
  ['sep =;\nItem;Qty\nHT-HAM-024, old;20'],
  ['sep = ;\nItem;Qty\nHT-HAM-024, old;20'],
  ['sep =\t\nItem\tQty\nHT-HAM-024, old\t20'],
])('the separator that %j names is taken, and its line left out', (text) => {
  expect(readPad(text)).toMatchObject([
    { no: 2, head: true },
    { no: 3, quantity: 20, numbers: expect.arrayContaining(['HTHAM024']) },
  ]);
});

test('equal lines have keys of their own, which do not depend on the lines before', () => {
  const keys = readPad('clamp 5\nclamp 5').map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
  expect(
    readPad('hacksaw 1\nclamp 5\nclamp 5')
      .map(({ key }) => key)
      .slice(1),
  ).toEqual(keys);
});

test('the first 500 lines are read, all are counted', () => {
  const text = 'clamp 5\n\n'.repeat(1_240);
  expect(readPad(text)).toHaveLength(MAX_PAD_LINES);
  expect(countLines(text)).toBe(1_240);
});

describe('any text', () => {
  const typed = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.stringMatching(/^[A-Za-z0-9 \t,;.x×"'/|:@$()-]{0,60}$/),
      fc.constantFrom('Item\tQty', 'HT-WRA-250\t400', '"', '5 boxes', 'Regards,', '20x'),
    ),
    { maxLength: 12 },
  );

  test('is read into what may be asked and ordered', () => {
    fc.assert(
      fc.property(typed, (parts) => {
        const text = parts.join('\n');
        const lines = readPad(text);
        expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
        for (const { words, numbers, quantity = 0, no, text: own } of lines) {
          expect(text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)[no - 1]?.trim()).toBe(own);
          expect(words).toMatch(/^[^\p{C}]{0,200}$/u);
          expect(numbers.filter((it) => !/^[A-Z0-9]{3,32}$/.test(it))).toEqual([]);
          expect(numbers.length).toBeLessThanOrEqual(8);
          expect(Number.isSafeInteger(quantity) && quantity >= 0).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('a quantity and a hyphened number are found in any order and with any sign between them', () => {
    const number = fc.stringMatching(/^[A-Z]{2}-[A-Z]{3}-[0-9]{3}$/);
    const sign = fc.constantFrom(' ', '\t', ',', ';', ' x ', ' - ', ', ', ': ');
    fc.assert(
      fc.property(number, fc.integer({ min: 1, max: 999_999 }), sign, fc.boolean(), (sku, quantity, between, first) => {
        const line = only(first ? `${quantity}${between}${sku}` : `${sku}${between}${quantity}`);
        expect(line).toMatchObject({ quantity, numbers: expect.arrayContaining([sku.replaceAll('-', '')]) });
      }),
    );
  });
});

describe('any number', () => {
  const cut = (pieces: number, sign: string) => `${pieces}`.replace(/\B(?=(\d{3})+$)/g, sign);
  const sign = fc.constantFrom('\t', ';');

  test('alone in its cell is one quantity, whatever its thousands are parted by', () => {
    const spelling = fc.constantFrom([' ', ''], ['.', ',00'], [',', '.00'], [' ', ',00'], ['', ',00'], ['\u202f', '']);
    const pieces = fc.integer({ min: 1, max: 999_999 });
    fc.assert(
      fc.property(pieces, spelling, sign, fc.boolean(), (quantity, [gap = '', cents = ''], between, isHeaded) => {
        const row = `HT-HAM-016${between}${cut(quantity, gap)}${cents}`;
        const line = readPad(isHeaded ? `Item${between}Quantity\n${row}` : row).at(-1);
        expect(line).toMatchObject({ quantity });
        expect(line).not.toHaveProperty('unread');
      }),
    );
  });

  test('with a currency is no quantity', () => {
    const amount = fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.constantFrom('', '.00', '.50'));
    const money = fc.constantFrom('$', '€', '£', 'US$', 'USD', 'EUR');
    const parted = fc.constantFrom(' ', '\t', ';', ', ');
    fc.assert(
      fc.property(
        ...[fc.integer({ min: 1, max: 9_999 }), fc.array(amount, { minLength: 1, maxLength: 2 }), money, parted],
        ...[fc.boolean(), fc.constantFrom('', ' ')],
        (quantity, amounts, currency, between, isBefore, gap) => {
          const sums = amounts.map(([whole, cents]) =>
            isBefore ? `${currency}${gap}${whole}${cents}` : `${whole}${cents}${gap}${currency}`,
          );
          const [last = 0, cents] = amounts.at(-1) ?? [];
          const isEither = isBefore && gap === ' ' && between === ' ' && cents === '' && last !== quantity;
          const line = only(['HT-HAM-016', quantity, ...sums].join(between));
          expect(line).toMatchObject(isEither ? { unread: expect.any(String) } : { quantity });
          expect('unread' in (line ?? {})).toBe(isEither);
        },
      ),
    );
  });
});

describe('hostile texts', () => {
  test.each([
    ['a line of a megabyte', '9 '.repeat(500_000)],
    ['a megabyte of one letter', 'a'.repeat(1_000_000)],
    ['a megabyte of digits and commas', '1,'.repeat(500_000)],
    ['a megabyte of hyphens', '-'.repeat(1_000_000)],
    ['a megabyte of quotes', '"'.repeat(1_000_000)],
    ['half a million lines', '\n1'.repeat(500_000)],
    ['500 lines as long as are read', `${'ab1-'.repeat(75)}\n`.repeat(500)],
    ['500 lines of blanks', `a${' '.repeat(290)}1\n`.repeat(500)],
    ['500 lines of digits and points', `${'1.000,'.repeat(50)}$\n`.repeat(500)],
    ['500 lines of thousands', `${'1 000 '.repeat(50)}\n`.repeat(500)],
    ['a megabyte of formulas', `5 ${',=1+'.repeat(250_000)} 5`],
    ['500 lines of formulas', `5 ${',=1+'.repeat(74)} 5\n`.repeat(500)],
    ['500 lines of quotes and tabs', `${'"\t'.repeat(150)}x\n`.repeat(500)],
  ])('%s is read within two seconds', (_, text) => {
    const began = performance.now();
    readPad(text);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('signs that show nothing are left out of names', () => {
    expect(only('claw\u0000 \u202Ehammer\u200B\u0007 40')).toMatchObject({ words: 'claw hammer', quantity: 40 });
  });

  test('a name is not cut within a letter', () => {
    expect(only(`${'a'.repeat(199)}\u{20000}b`)?.words).toBe('a'.repeat(199));
  });

  test('markup and formulas are text', () => {
    expect(only('<img src=x onerror=alert(1)> 5')?.words).toContain('onerror');
    expect(only('=HYPERLINK("http") 5')?.quantity).toBe(5);
  });
});
