import { NAMES, OPEN, UNKNOWN } from './names.ts';

/** What a line of a written list means: a tool and how many of it, or nothing that can be known. */
export interface Meant {
  readonly text: string;
  /** Undefined of what is no one tool. */
  readonly sku: string | undefined;
  readonly quantity?: number | undefined;
  readonly unit?: 'pieces' | 'packs';
}

export interface WrittenList {
  readonly text: string;
  readonly lines: readonly Meant[];
}

type Pick = <T>(all: readonly T[]) => T;

/** Ways to write one line: `%t` is the tool, `%q` how many. */
const PIECES = [
  '%t %q',
  '%q %t',
  '%qx %t',
  '%q x %t',
  '%t x %q',
  '%t x%q',
  '%t, %q',
  '%t;%q',
  '%t\t%q',
  '%q\t%t',
  '%t - %q',
  '%t: %q',
  '%q pcs %t',
  '%q pcs. %t',
  '%t %q pcs',
  '%t, %q pieces',
  '- %q %t',
  '* %t %q',
  '• %t – %q',
  '%t (%q)',
  '%t .... %q',
  '%t = %q',
  '%t qty %q',
  'qty %q %t',
  '%t Qty: %q',
  '%q × %t',
  '%t ×%q',
  '%q Stück %t',
  '%q Stk. %t',
  '%q ea %t',
  '%t\t%q\tea',
  '%q units of %t',
  '%q no. %t',
  '%q of the %t',
  '%t -> %q',
  '%q nos %t',
  '%q pièces %t',
  '%q uds %t',
  '  %q   %t  ',
  '> %q %t',
  '%t | %q',
  '%t    %q',
  '%q,%t',
  '"%t",%q',
  '"%t";"%q"',
  '%q ; %t',
  '%t\t\t%q',
  'please send %q %t',
  '%q %t please',
  'also %q %t',
  'and %q %t',
  '1) %t %q',
  '2. %q x %t',
  '%t @ $8.00 %q pcs',
  '%q szt %t',
  '%q pz %t',
];
const PACKS = [
  '%q boxes %t',
  '%q box %t',
  '%t %q boxes',
  '%q boxes of %t',
  '%t, %q packs',
  '%q cartons %t',
  '%t: %q boxes of 12',
  '%q Kartons %t',
  '%t\t%q boxes',
  '%q cases of %t',
  '%q packs of %t',
  '%q cajas %t',
  '%t - boxes: %q',
  '%q pkts %t',
];
const DOZENS = ['%q doz %t', '%q dozen %t', '%t %q doz.', '%q dz %t', '%q dozen of %t', '%t, %q dozen'];
const ALONE = ['%t', '- %t', '%t,', '* %t'];

const GREETINGS = [
  'Hi,',
  'Hello Anna',
  'Dear Sir or Madam,',
  'Good morning',
  'Hallo zusammen,',
  'Bonjour,',
  'Hi team, please send us the following:',
  'Please quote for the following tools:',
  'We need:',
  'Can you deliver the tools below next week?',
  'Subject: order for the new site',
  'Guten Tag,',
  'Could you please send:',
  "Hey, here's our list",
];
const CLOSINGS = [
  'Thanks',
  'Thank you!',
  'Best regards,\nTom Baker',
  'Kind regards\nMaria',
  'Mit freundlichen Grüßen\nJ. Weber',
  'Cheers',
  'Many thanks in advance',
  'Regards,\nAli\nali@example.com',
  'Merci',
  '--\nSent from my phone',
];

interface Head {
  readonly sign: string;
  readonly head: string;
  readonly row: string;
}
/** Tables with a head: `%n` is the item number, `%d` a name, `%i` the place of the row. */
const TABLES: readonly Head[] = [
  { sign: '\t', head: 'Item number\tQuantity', row: '%n\t%q' },
  { sign: '\t', head: 'Qty\tItem no.', row: '%q\t%n' },
  { sign: '\t', head: 'Pos\tItem\tDescription\tQty\tPrice\tTotal', row: '%i\t%n\t%d\t%q\t8.00\t3200.00' },
  { sign: '\t', head: 'Description\tQuantity\tUnit price', row: '%d\t%q\t12' },
  { sign: ',', head: 'sku,qty', row: '%n,%q' },
  { sign: ',', head: 'Part Number,Description,Quantity,Notes', row: '%n,"%d",%q,' },
  { sign: ',', head: 'quantity,name', row: '%q,"%d"' },
  { sign: ';', head: 'Artikelnummer;Bezeichnung;Menge', row: '%n;%d;%q' },
  { sign: ';', head: 'Pos.;Artikel;Menge;Einheit;Preis', row: '%i;%d;%q;Stk;7,50' },
  { sign: ';', head: 'Référence;Désignation;Quantité', row: '%n;%d;%q' },
  { sign: '|', head: 'Item | Qty', row: '%n | %q' },
  { sign: '\t', head: 'Line\tTool\tPieces', row: '%i\t%d\t%q' },
  { sign: '\t', head: 'Item Code\tItem Description\tUOM\tOrder Qty', row: '%n\t%d\tPCS\t%q' },
  { sign: '\t', head: 'código\tdescripción\tcantidad', row: '%n\t%d\t%q' },
  { sign: ',', head: '"Item","Qty"', row: '"%n","%q"' },
  { sign: '\t', head: 'Product\tQTY\tWeight', row: '%d\t%q\t2.4' },
];

/** Lists as people write them: letters, notes, spreadsheets. The same seeds are the same lists. */
export function writtenLists(count: number): WrittenList[] {
  return Array.from({ length: count }, (_, seed) => writtenList(seed + 1));
}

function writtenList(seed: number): WrittenList {
  const random = randomFrom(seed);
  const pick: Pick = (all) => all[Math.floor(random() * all.length)] as (typeof all)[number];
  const length = 3 + Math.floor(random() * 12);
  const body = random() < 0.3 ? table(random, pick, length) : notes(random, pick, length);
  const before = random() < 0.4 ? [pick(GREETINGS), ...(random() < 0.5 ? [''] : [])] : [];
  const after = random() < 0.4 ? ['', pick(CLOSINGS)] : [];
  const sign = random() < 0.2 ? '\r\n' : '\n';
  return { lines: body.lines, text: [...before, ...body.text, ...after].join(sign) };
}

function table(random: () => number, pick: Pick, length: number): { lines: Meant[]; text: string[] } {
  const { head, row } = pick(TABLES);
  const lines = Array.from({ length }, (_, at): Meant => {
    const sku = pick(Object.keys(NAMES));
    const quantity = quantityOf(random);
    const name = pick(NAMES[sku] ?? []).replace(/[;|]/g, '');
    const bare = random() < 0.2 ? sku.replaceAll('-', '') : sku;
    const text = row
      .replace('%i', `${at + 1}`)
      .replace('%n', random() < 0.2 ? bare.toLowerCase() : bare)
      .replace('%d', row.includes('"%d"') ? name.replaceAll('"', '""') : name)
      .replace('%q', written(quantity, random, /[,|]/.test(row)));
    return { text: text.trim(), sku, quantity, unit: 'pieces' };
  });
  return { lines, text: [head, ...lines.map(({ text }) => text)] };
}

function notes(random: () => number, pick: Pick, length: number): { lines: Meant[]; text: string[] } {
  const usual = pick(PIECES);
  const lines = Array.from({ length }, () => note(random, pick, random() < 0.5 ? usual : pick(PIECES)));
  return { lines, text: lines.flatMap(({ text }) => (random() < 0.05 ? ['', text] : [text])) };
}

function note(random: () => number, pick: Pick, way: string): Meant {
  const luck = random();
  const quantity = quantityOf(random);
  if (luck < 0.08) return open(way, pick(luck < 0.04 ? OPEN : UNKNOWN), quantity);
  const sku = pick(Object.keys(NAMES));
  const tool = random() < 0.5 ? numberOf(sku, random) : pick(NAMES[sku] ?? []);
  if (luck < 0.13) return { text: fill(pick(ALONE), tool, ''), sku, quantity: undefined };
  if (luck < 0.23) {
    const packs = 1 + Math.floor(random() * 20);
    return { text: fill(pick(PACKS), tool, `${packs}`), sku, quantity: packs, unit: 'packs' };
  }
  if (luck < 0.28) {
    const dozens = 1 + Math.floor(random() * 9);
    return { text: fill(pick(DOZENS), tool, `${dozens}`), sku, quantity: dozens * 12, unit: 'pieces' };
  }
  const text = fill(way, tool, written(quantity, random, /%q,|,%q/.test(way)));
  return { text, sku, quantity, unit: 'pieces' };
}

const open = (way: string, name: string, quantity: number): Meant => ({
  ...{ text: fill(way, name, `${quantity}`), sku: undefined },
});

function fill(way: string, tool: string, quantity: string): string {
  const typed = /"%t"/.test(way) ? tool.replaceAll('"', '""') : tool;
  const clean = /[;|,]%q|%q ?[;|,]/.test(way) && !way.includes('"') ? typed.replaceAll(',', '') : typed;
  return way.replace('%t', clean).replace('%q', quantity);
}

function numberOf(sku: string, random: () => number): string {
  const luck = random();
  if (luck < 0.5) return sku;
  if (luck < 0.65) return sku.toLowerCase();
  if (luck < 0.8) return sku.replaceAll('-', '');
  if (luck < 0.9) return sku.replaceAll('-', ' ');
  return sku.replaceAll('-', '\u2011');
}

function quantityOf(random: () => number): number {
  const round = [1, 5, 10, 12, 24, 50, 100][Math.floor(random() * 7)] ?? 1;
  return round * (1 + Math.floor(random() * 20));
}

/** Thousands are sometimes apart. */
function written(quantity: number, random: () => number, plain: boolean): string {
  const luck = random();
  if (quantity < 1000 || plain || luck < 0.5) return `${quantity}`;
  const sign = luck < 0.8 ? ',' : luck < 0.9 ? '.' : "'";
  return `${Math.floor(quantity / 1000)}${sign}${`${quantity % 1000}`.padStart(3, '0')}`;
}

function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
