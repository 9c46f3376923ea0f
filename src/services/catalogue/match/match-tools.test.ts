import { beforeAll, describe, expect, test } from 'vitest';
import starting from '../../../../content/catalogue/tools.json' with { type: 'json' };
import { ownShop } from '../../../../tests/harness/own-shop.ts';
import { matchTools } from './match-tools.ts';

const shop = await ownShop();

async function match(words: string, ...numbers: string[]) {
  const [found] = await matchTools(shop.context, [{ words, numbers }]);
  if (found?.kind === 'found') return found.tool.sku;
  return found?.kind === 'choose' ? found.tools.map(({ sku }) => sku) : 'unknown';
}

describe('the starting catalogue', () => {
  beforeAll(async () => {
    for (const { name, sku } of starting) await shop.tool({ name, sku });
  });

  test.each([
    ['an item number', '', ['HTWRA250'], 'HT-WRA-250'],
    ['an item number with hyphens, in small letters', '', ['ht-wra-250'], 'HT-WRA-250'],
    ['an item number beside another name', 'claw hammer', ['HTWRA250'], 'HT-WRA-250'],
    ['the first number is none', '', ['XX1234', 'HTWRA250'], 'HT-WRA-250'],
    ['two item numbers', '', ['HTHAM024', 'HTWRA250'], ['HT-HAM-024', 'HT-WRA-250']],
    ['another name for it', 'needle nose pliers', [], 'HT-PLN-200'],
    ['the plural', 'safety helmets orange', [], 'HT-HAT-ORG'],
    ['a size', 'hex key set 9pc', [], 'HT-HEX-9PC'],
    ['a size in inches', 'ratchet set 1/2"', [], 'HT-SOC-8PC'],
    ['a size without its unit', 'spirit level 400', [], 'HT-LEV-400'],
    ['a slip', 'claw hamer', [], 'HT-HAM-016'],
    ['a synonym', 'adjustable spanner', [], 'HT-WRA-250'],
    ['two words for one', 'hack saw', [], 'HT-HSW-300'],
    ['one word for two', 'handsaw 500 mm', [], 'HT-SAW-500'],
    ['the whole name', 'Ball-Pein Hammer 24 oz, Ash Handle, 330 mm', [], 'HT-HAM-024'],
    ['what two tools are', 'clamp', [], ['HT-CLF-300', 'HT-CLG-150']],
    ['a word that ends another', 'saws', [], ['HT-SAW-500', 'HT-HSW-300']],
    ['one and a set of it', 'screwdrivers', [], ['HT-SDS-6PC', 'HT-SDP-120']],
    ['another size', 'claw hammer 20 oz', [], ['HT-HAM-016']],
    ['an item number that no tool has', 'HT-SAW-300', ['HTSAW300'], ['HT-HSW-300', 'HT-CLF-300', 'HT-HAM-016']],
    ['a part of a tool', 'utility knife blades', [], ['HT-KNU-018']],
    ['what a tool has', 'steel rule', [], ['HT-SQC-300']],
    ['no tool', 'blue masking tape 50mm', [], 'unknown'],
    ['nothing', '', [], 'unknown'],
    ['signs that mean something to the index', "' & | ! :* ( ) \\", [], 'unknown'],
  ])('%s', async (_, words, numbers, expected) => {
    expect(await match(words, ...numbers)).toEqual(expected);
  });

  test('answers stand as the lines were sent', async () => {
    const lines = ['clamp', 'zeppelin', 'mallet'].map((words) => ({ words, numbers: [] }));
    expect((await matchTools(shop.context, lines)).map(({ kind }) => kind)).toEqual(['choose', 'unknown', 'found']);
  });
});

describe('a large shop', () => {
  beforeAll(async () => {
    await shop.sql`
      insert into tool (name, description, image, price, min_quantity, available, sku)
      select 'Chisel ' || 2 * n || ' mm, Ash Handle', 'A chisel.', '/images/a', 5, 1, 10, 'L-' || n from generate_series(1, 2600) n`;
    const others: [name: string, sku: string][] = [
      ['Wrench 310 mm, Steel Shank, Series N631', 'L-WRE-1'],
      ['Wrench 310 mm, Steel Shank, Series N632', 'L-WRE-2'],
      ['Rasp & File Set, 5 pc', 'L-RSP-1'],
      ['Rasp/File Set 5 pc', 'L-RSP-2'],
      ['锤子 [5]', 'L-HMR-5'],
    ];
    for (const [name, sku] of others) await shop.tool({ name, sku });
  });

  test.each([
    ['a whole name, as a list is written', 'wrench 310 mm Steel Shank Series N631', 'L-WRE-1'],
    ['one of the oldest', 'Chisel 20 mm, Ash Handle', 'L-10'],
    ['one of the others', 'Chisel 5200 mm ash handle', 'L-2600'],
    ['a whole name that two tools have', 'rasp file set 5 pc', ['L-RSP-1', 'L-RSP-2']],
    ['words in another order, which the index finds', 'series n632 wrench', ['L-WRE-2']],
    ['what two tools begin with', 'wrench 310 mm steel shank', ['L-WRE-1', 'L-WRE-2']],
    ['letters of another script', '锤子 5', 'L-HMR-5'],
    ['another word of it', '锯子 5', ['HT-TAP-525', 'HT-WRC-5PC', 'HT-CHW-5PC']],
    ['signs alone', '&, [\\] ^_` {|}', 'unknown'],
  ])('%s', async (_, words, expected) => {
    expect(await match(words)).toEqual(expected);
  });
});

describe('tools that come and go', () => {
  beforeAll(async () => {
    await shop.tool({ name: 'Old Adze', sku: 'AD-1', deletedAt: new Date() });
    await shop.tool({ name: 'Pick 1', sku: 'PK-12-3' });
    await shop.tool({ name: 'Pick 2', sku: 'PK-1-23' });
  });

  test('a deleted tool is not found', async () => {
    expect(await match('old adze', 'AD1')).toBe('unknown');
  });

  test('numbers that differ in hyphens alone are to choose from', async () => {
    expect(await match('', 'PK123')).toEqual(['PK-12-3', 'PK-1-23']);
  });

  test('the end of the id, where a tool has no number', async () => {
    const { id } = await shop.tool({ name: 'Nameless thing', sku: null });
    const [found] = await matchTools(shop.context, [{ words: '', numbers: [id.slice(-6)] }]);
    expect(found).toMatchObject({ kind: 'found', tool: { _id: id } });
  });
});
