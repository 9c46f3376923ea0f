import { expect, test } from 'vitest';
import { startLate } from './late-start.ts';

const page = (starter: string) =>
  `<head><link rel="modulepreload" nonce="a+b" href="/assets/root.js"/><link rel="stylesheet" href="/a.css"/></head>` +
  `<body><script nonce="a+b">1</script><script nonce="a+b" type="module" async="">${starter}</script></body>`;
const STARTER =
  'import "/assets/manifest.js";\nimport * as route0_main from "/assets/root.js";\nconst route0 = {...route0_main};\n' +
  '  window.__reactRouterRouteModules = {"root":route0};\n\nimport("/assets/entry.js");';

test('a page asks for none of its scripts before it was painted, and for all that it named', () => {
  const late = startLate(page(STARTER), 'a+b');
  expect(late).not.toContain('<link rel="modulepreload"');
  expect(late).toContain('<link rel="stylesheet" href="/a.css"/>');
  expect(late).toContain('for(const href of ["/assets/root.js"])');
  const script = /type="module" async="">(.*)<\/script><\/body>/s.exec(late)?.[1] ?? '';
  expect(script).toContain(
    'await import("/assets/manifest.js");const route0_main=await import("/assets/root.js");const route0 = {...route0_main};' +
      'window.__reactRouterRouteModules = {"root":route0};import("/assets/entry.js");',
  );
  expect(script).not.toMatch(/\bimport\s*["*]/);
});

test.each([
  ['another nonce', page(STARTER).replaceAll('a+b', 'other')],
  ['imports of another form', page('import { start } from "/assets/entry.js";\nstart();')],
])('a page whose starter has %s is left as it is', (_, other) => {
  expect(startLate(other, 'a+b')).toBe(other);
});
