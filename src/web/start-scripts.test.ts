import { expect, test } from 'vitest';
import { startScript } from './start-scripts.tsx';

const route = (id: string, its: object = {}) => ({ id, module: `/assets/${id}.js`, imports: [], ...its });
const manifest = {
  url: '/assets/manifest.js',
  version: '1',
  entry: { module: '/assets/entry.js', imports: [] },
  routes: {
    root: route('root'),
    'pages/home': route('home', { clientLoaderModule: '/assets/home-loader.js' }),
  },
} as unknown as Parameters<typeof startScript>[0];
const IDS = ['root', 'pages/home'];

test('a page that waits loads what it starts with by statements, its router last', () => {
  const script = startScript(manifest, IDS, true);
  expect(script).toBe(
    'const manifest=await import("/assets/manifest.js");const r0_0=await import("/assets/root.js");' +
      'const r1_0=await import("/assets/home-loader.js");const r1_1=await import("/assets/home.js");' +
      'window.__reactRouterRouteModules={"root":{...r0_0},"pages/home":{...r1_0,...r1_1}};await import("/assets/entry.js");',
  );
  expect(script).not.toMatch(/\bimport\s*["*]/);
});

test('one that does not wait imports the same, so that the files come side by side', () => {
  const files = (script: string) => script.match(/"\/assets\/[^"]+"/g);
  const script = startScript(manifest, IDS, false);
  expect(files(script)).toEqual(files(startScript(manifest, IDS, true)));
  expect(script).not.toContain('await');
});
