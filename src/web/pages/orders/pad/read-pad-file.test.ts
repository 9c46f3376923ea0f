import { deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { readPad } from '#model/orders/read-pad.ts';
import { readPadFile } from './read-pad-file.ts';
import { unpackedBytes } from './unpacked-bytes.ts';

const ENTRY = 0x02014b50;

type Cell = string | number | null | Date;

const bookOf = (sheets: Record<string, Cell[][]>): Promise<Uint8Array> =>
  writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) });

const fileOf = (name: string, content: string | Uint8Array): File =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name);

const linesOf = async (name: string, content: string | Uint8Array, sheet?: string) => {
  const read = await readPadFile(fileOf(name, content), sheet);
  return read.ok ? read.value.text.split('\n') : read.failure.code;
};

/** Where the central directory says something of its first entry. */
function firstEntry(bytes: Uint8Array): DataView {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (view.getUint32(at, true) !== ENTRY) at += 1;
  return new DataView(bytes.buffer, bytes.byteOffset + at);
}

test('a CSV file is read whatever parts its cells, in the encodings that spreadsheets write', async () => {
  const want = ['Item\tQty', 'HT-WRA-250\t400', 'Hammer, 16 oz\t1,000'];
  const csv = 'Item,Qty\r\nHT-WRA-250,400\r\n\r\n"Hammer, 16 oz","1,000"\r\n';
  expect(await linesOf('list.csv', csv)).toEqual(want);
  expect(await linesOf('LIST.CSV', 'Item;Qty\nHT-WRA-250;400\n"Hammer, 16 oz";1,000')).toEqual(want);
  expect(await linesOf('list.csv', `\ufeff${csv}`)).toEqual(want);
  expect(await linesOf('list.csv', `\ufeffsep=,\r\n${csv}`)).toEqual(want);
  expect(await linesOf('list.csv', 'sep =;\nHT-WRA-250, old, blue;400')).toEqual(['HT-WRA-250, old, blue\t400']);
  expect(await linesOf('list.csv', 'sep=;\nHT-WRA-250, old, blue;400')).toEqual(['HT-WRA-250, old, blue\t400']);
  const wide = new Uint8Array(Buffer.from(`\ufeff${csv}`, 'utf16le'));
  expect(await linesOf('list.csv', wide)).toEqual(want);
  expect(await linesOf('list.csv', new Uint8Array(Buffer.from('Schl\xfcssel;5', 'latin1')))).toEqual(['Schlüssel\t5']);
  expect(await linesOf('list.csv', 'clamp x 60\n20x hammer')).toEqual(['clamp x 60', '20x hammer']);
});

test('what parts a CSV is what parts its first line and most others alike, however many other signs there are', async () => {
  const old = 'HT-WRA-250, old, blue;1,200';
  expect(await linesOf('list.csv', `Item;Qty\n${old}`)).toEqual(['Item\tQty', 'HT-WRA-250, old, blue\t1,200']);
  expect(await linesOf('list.csv', `HT-TAP-525;5\n${old}`)).toEqual(['HT-TAP-525\t5', 'HT-WRA-250, old, blue\t1,200']);
  expect(await linesOf('list.csv', 'Item,Qty\nclamp; red; new,60')).toEqual(['Item\tQty', 'clamp; red; new\t60']);
  expect(await linesOf('list.csv', 'For May\nclamp;60\nsaw;5')).toEqual(['For May', 'clamp\t60', 'saw\t5']);
});

test('a sign of inches is no quote, and a quote holds line breaks and other quotes', async () => {
  expect(await linesOf('list.csv', 'ratchet 1/2",48\nwrench,5')).toEqual(['ratchet 1/2"\t48', 'wrench\t5']);
  expect(await linesOf('list.csv', '"drill 3/8"" set",4\n"two\nlines",7')).toEqual([
    'drill 3/8" set\t4',
    'two lines\t7',
  ]);
});

test('quotes that are never closed are signs, however many there are', async () => {
  expect(await linesOf('list.csv', '"drill,"",4\n"saw,"""",5\naxe,6')).toEqual(['"drill\t\t4', '"saw\t"\t5', 'axe\t6']);
  const many = 30_000;
  const began = performance.now();
  expect(await linesOf('list.csv', '"saw,5\n'.repeat(many))).toHaveLength(many);
  expect(performance.now() - began).toBeLessThan(1_000);
});

test('the first sheet of an XLSX file is read unless another one is asked for', async () => {
  const book = await bookOf({
    Order: [
      ['Item', null, 'Qty'],
      ['HT-WRA-250', null, 400],
      [null, null, null],
      ['ratchet set 1/2"', new Date('2026-11-25'), 48],
    ],
    Notes: [['HT-TAP-525', 240]],
  });
  const read = await readPadFile(fileOf('stock.xlsx', book));
  if (!read.ok) throw new Error(read.failure.code);
  expect(read.value).toMatchObject({ name: 'stock.xlsx', sheet: 'Order', sheets: ['Order', 'Notes'], lines: 3 });
  expect(read.value.text).toBe('Item\t\tQty\nHT-WRA-250\t\t400\nratchet set 1/2"\t\t48');
  expect(await linesOf('stock.xlsx', book, 'Notes')).toEqual(['HT-TAP-525\t240']);
  expect(await linesOf('renamed.csv', book)).toHaveLength(3);
});

test('an item number that is kept as a number has the zeros that are shown in front of it', async () => {
  const cells = [1234, 12.5, -7, 5].map((value, at) => [`${at},0`, { value, style: { numFmt: '000000' } }] as const);
  const rows = [[1234], [12.5], [-7], [5, 60]];
  const book = await writeXlsx({ sheets: [{ name: 'Order', rows, cells: new Map(cells) }] });
  expect(await linesOf('order.xlsx', book)).toEqual(['001234', '12.5', '-7', '000005\t60']);
});

test('a number of a sheet with three decimals is not read as thousands', async () => {
  const rows = [
    ['HT-WRA-250', 1.125, 9.375],
    ['HT-WRA-250', 1_125],
    ['HT-WRA-250', '1.125'],
  ];
  const lines = await linesOf('order.xlsx', await bookOf({ Order: [['Item', 'Qty'], ...rows] }));
  expect(lines).toEqual(['Item\tQty', 'HT-WRA-250\t1.1250\t9.3750', 'HT-WRA-250\t1125', 'HT-WRA-250\t1.125']);
  expect(readPad('Item\tQty\nHT-WRA-250\t1.1250').at(-1)).toMatchObject({ unread: '1.1250' });
});

test('a formula is never run: its last result is read, and a text that looks like one stays a text', async () => {
  const book = await writeXlsx({
    sheets: [
      {
        name: 'Order',
        rows: [['HT-WRA-250', 400, '=1+1']],
        cells: new Map([['0,1', { value: 7, formula: 'SUM(100,300)', formulaResult: 7 }]]),
      },
    ],
  });
  expect(await linesOf('a.xlsx', book)).toEqual(['HT-WRA-250\t7\t=1+1']);
  expect(await linesOf('a.csv', '=HYPERLINK("http://x"),=2+2')).toEqual(['=HYPERLINK("http://x")\t=2+2']);
});

test('what is no list is refused, with what to do', async () => {
  expect(await linesOf('order-november.pdf', '%PDF-1.7')).toBe('file_wrong_kind');
  expect(await linesOf('archive.zip', await bookOf({ Order: [['a', 1]] }))).toBe('file_wrong_kind');
  expect(await linesOf('picture.csv', new Uint8Array([0x89, 0x50, 0, 0]))).toBe('file_wrong_kind');
  expect(await linesOf('empty.csv', '')).toBe('file_empty');
  expect(await linesOf('empty.csv', ' , ,\n"",\n')).toBe('file_empty');
  expect(await linesOf('empty.xlsx', await bookOf({ Order: [] }))).toBe('file_empty');
  expect(await linesOf('list.xlsx', 'HT-WRA-250 400')).toEqual(['HT-WRA-250 400']);
  expect(await linesOf('old.xlsx', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2]))).toBe('file_locked');
  expect(await linesOf('cut.xlsx', (await bookOf({ Order: [['a', 1]] })).slice(0, 900))).toBe('file_damaged');
  expect(await linesOf('none.xlsx', await bookOf({ Order: [['a', 1]] }), 'Elsewhere')).toBe('file_damaged');
});

test('a large file is refused before it is read', async () => {
  const unread = (name: string): File =>
    Object.assign(new File([], name), {
      arrayBuffer: () => Promise.reject(new Error('It was read')),
    });
  const large = (name: string) => Object.defineProperty(unread(name), 'size', { value: 50_000_000 });
  expect(await readPadFile(large('list.xlsx'))).toEqual({
    ok: false,
    failure: { code: 'file_too_large', name: 'list.xlsx' },
  });
  expect(await readPadFile(large('film.mp4'))).toMatchObject({ failure: { code: 'file_wrong_kind' } });
  expect(await readPadFile(unread('gone.csv'))).toMatchObject({ failure: { code: 'file_damaged' } });
});

/** An XLSX file whose only sheet is this text, and what the archive says of its length. */
function bomb(sheet: Buffer, says = sheet.length): Uint8Array {
  const part = (name: string, text: Buffer, length = text.length) => ({ name, data: deflateRawSync(text), length });
  const xml = (text: string) => Buffer.from(`<?xml version="1.0"?>${text}`);
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const rel = (id: string, type: string, target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/></Relationships>`;
  const parts = [
    part('[Content_Types].xml', xml('<Types/>')),
    part('_rels/.rels', xml(rel('r1', 'officeDocument', 'xl/workbook.xml'))),
    part('xl/_rels/workbook.xml.rels', xml(rel('r1', 'worksheet', 'worksheets/sheet1.xml'))),
    part(
      'xl/workbook.xml',
      xml(`<workbook xmlns:r="${office}"><sheets><sheet name="Order" sheetId="1" r:id="r1"/></sheets></workbook>`),
    ),
    part('xl/worksheets/sheet1.xml', sheet, says),
  ];
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, data, length } of parts) {
    const [local, central] = [Buffer.alloc(30), Buffer.alloc(46)];
    local.writeUInt32LE(0x04034b50, 0);
    central.writeUInt32LE(ENTRY, 0);
    for (const [header, at] of [
      [local, 8],
      [central, 10],
    ] as const) {
      header.writeUInt16LE(8, at);
      header.writeUInt32LE(data.length, at + 10);
      header.writeUInt32LE(length, at + 14);
      header.writeUInt16LE(name.length, at + 18);
    }
    central.writeUInt32LE(offset, 42);
    files.push(local, Buffer.from(name), data);
    directory.push(central, Buffer.from(name));
    offset += 30 + name.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...files, ...directory, end]));
}

const row = '<row><c t="inlineStr"><is><t>HT-WRA-250</t></is></c><c><v>400</v></c></row>';
const sheetOf = (rows: string) => Buffer.from(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);

test('an archive that unpacks to far more than a list is refused, whether it says so or not', async () => {
  expect(await linesOf('small.xlsx', bomb(sheetOf(row)))).toEqual(['HT-WRA-250\t400']);
  const large = sheetOf(`${row}${' '.repeat(40_000_000)}`);
  const honest = bomb(large);
  expect(honest.length).toBeLessThan(100_000);
  expect(await linesOf('bomb.xlsx', honest)).toBe('file_unpacks_too_large');
  expect(await linesOf('liar.xlsx', bomb(large, 1_000))).toBe('file_damaged');
  expect(await linesOf('silent.xlsx', bomb(large, 0))).toBe('file_unpacks_too_large');
});

test('an archive that does not say how large its parts are is not unpacked', async () => {
  const sized = (change: (entry: DataView) => void) => {
    const bytes = bomb(sheetOf(row));
    change(firstEntry(bytes));
    return unpackedBytes(bytes);
  };
  expect(sized(() => undefined)).toBeGreaterThan(500);
  expect(sized((entry) => entry.setUint32(24, 0xffffffff, true))).toBeUndefined();
  expect(sized((entry) => entry.setUint32(20, 0xffffffff, true))).toBeUndefined();
  expect(
    sized((entry) => {
      entry.setUint16(8, 8, true);
      entry.setUint32(20, 0, true);
    }),
  ).toBeUndefined();
  expect(unpackedBytes(new Uint8Array(10))).toBeUndefined();
  const endsElsewhere = (at: number, value: number) => {
    const bytes = bomb(sheetOf(row));
    new DataView(bytes.buffer).setUint32(bytes.length - 22 + at, value, true);
    return unpackedBytes(bytes);
  };
  expect(endsElsewhere(8, 0xffff_ffff)).toBeUndefined();
  expect(endsElsewhere(12, 0xffff_ffff)).toBeUndefined();
  expect(endsElsewhere(16, 0xffff_ffff)).toBeUndefined();
  expect(endsElsewhere(16, 3)).toBeUndefined();
});

test('a single cell far away does not make the sheet huge', async () => {
  const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
  const near = '<row r="1"><c r="A1" t="inlineStr"><is><t>HT-WRA-250 400</t></is></c></row>';
  expect(await linesOf('far.xlsx', bomb(sheetOf(near + far)))).toEqual(['HT-WRA-250 400']);
});
