import { expect, test } from 'vitest';
import { type CpuProfile, modulesByLine, partsOf } from './profile.ts';

const BUNDLE = `import x from 'y';
// node_modules/hono/hono.js
function route() {}
// sandbox/stripe/app.ts
function standIn() {}
// src/outside/payments/stripe.ts
function ask() {}
// node_modules/pg/client.js
function read() {}`;

const at = (id: number, functionName: string, lineNumber: number, children: number[] = []) => ({
  ...{ id, children },
  callFrame: { functionName, lineNumber, url: lineNumber < 0 ? '' : 'file:///shop/build/shop/run-shop.js' },
});

test('time belongs to the innermost part of the shop that asked for it', () => {
  const profile: CpuProfile = {
    nodes: [
      at(1, '(root)', -1, [2, 5, 7, 8, 9]),
      at(2, 'standIn', 4, [3]),
      at(3, 'route', 2, [4]),
      at(4, 'ask', 6),
      at(5, 'read', 8, [6]),
      at(6, 'onread', -1),
      at(7, '(idle)', -1),
      at(8, '(garbage collector)', -1),
      at(9, 'onread', -1),
    ],
    samples: [3, 4, 6, 7, 8, 9],
    timeDeltas: [1000, 2000, 4000, 8000, 16_000, 32_000],
  };
  const modules = modulesByLine(BUNDLE);
  expect(partsOf(profile, (_, line) => modules[line])).toEqual([
    ['Node: sockets, timers, HTTP', 32],
    ['garbage collection', 16],
    ['database driver', 4],
    ['provider client', 2],
    ['payment stand-in', 1],
  ]);
});
