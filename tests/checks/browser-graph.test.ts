import { resolve } from 'node:path';
import { build, loadConfigFromFile, type PluginOption } from 'vite';
import { expect, test } from 'vitest';
import { browserGraph } from '../../scripts/checks/browser-graph.ts';
import { tree } from './tree.ts';

test.each([
  ['a table', `export { orders } from '../src/tables/orders.ts';`, 'src/tables would reach the browser'],
  ['the configuration', `export { port } from '../src/config.ts';`, 'src/config.ts would reach the browser'],
  ['pg', `export { default } from 'pg';`, 'pg would reach the browser'],
  ['drizzle', `export { sql } from 'drizzle-orm/sql';`, 'drizzle-orm would reach the browser'],
  ["Stripe's server SDK", `export { default } from 'stripe';`, 'stripe would reach the browser'],
  ["Node's own modules", `export * as fs from 'node:fs';`, 'node:fs would reach the browser'],
  ['one behind another package', `export { default } from 'innocent';`, 'node:os would reach the browser'],
])('the build refuses %s', async (_what, text, sentence) => {
  await expect(bundle(text)).rejects.toThrow(sentence);
});

test('the refusal tells the way', async () => {
  await expect(bundle(`export * from '../src/web/page.ts';`)).rejects.toThrow(
    /: .*main\.ts → src\/web\/page\.ts → src\/tables\/orders\.ts/,
  );
});

test('the build allows what is for the browser', async () => {
  const made = await bundle(
    `export { loadStripe } from '@stripe/stripe-js'; export { hello } from '../src/model/hello.ts';`,
  );
  expect(made).toContain('hello from the model');
});

test("the shop's own build is guarded", async () => {
  const root = resolve(import.meta.dirname, '../..');
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, undefined, root, 'silent');
  expect(namesOf(loaded?.config.plugins ?? [])).toContain(browserGraph().name);
});

async function bundle(main: string): Promise<string> {
  const root = tree({
    'web/main.ts': main,
    'src/web/page.ts': `export { orders } from '../tables/orders.ts';`,
    'src/tables/orders.ts': `export const orders = 'orders';`,
    'src/model/hello.ts': `export const hello = 'hello from the model';`,
    'src/config.ts': 'export const port = 3000;',
    'package.json': '{"type": "module"}',
    ...fakePackage('pg', 'export default 1;'),
    ...fakePackage('stripe', 'export default 1;'),
    ...fakePackage('innocent', `import os from 'node:os'; export default os;`),
    ...fakePackage('@stripe/stripe-js', 'export const loadStripe = 1;'),
    'node_modules/drizzle-orm/package.json': '{"type": "module", "exports": {"./sql": "./sql.js"}}',
    'node_modules/drizzle-orm/sql.js': 'export const sql = 1;',
  });
  const made = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [browserGraph()],
    build: { write: false, lib: { entry: 'web/main.ts', formats: ['es'] } },
  });
  return JSON.stringify(made);
}

function fakePackage(name: string, text: string): Record<string, string> {
  return {
    [`node_modules/${name}/package.json`]: '{"type": "module", "main": "index.js"}',
    [`node_modules/${name}/index.js`]: text,
  };
}

function namesOf(plugins: readonly PluginOption[]): string[] {
  return plugins.flatMap((it) => {
    if (Array.isArray(it)) return namesOf(it);
    return it && 'name' in it ? [it.name] : [];
  });
}
