import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LISTS } from '../../scripts/checks/import-rules.ts';
import { breachesOfImportRules } from '../../scripts/checks/judge-imports.ts';
import { tree } from './tree.ts';

const shop = resolve(import.meta.dirname, '../..');

test('the shop keeps the rules', () => {
  expect(breachesOfImportRules(shop)).toEqual([]);
});

test('every list of features is needed, and no other file imports a feature after its own', () => {
  const files = breachesOfImportRules(shop, []).map((it) => it.split(':')[0]);
  expect([...new Set(files)].sort()).toEqual(Object.keys(LISTS).sort());
});

/** [file, its text, the sentence that refuses it] */
const REFUSED: [path: string, text: string, sentence: string][] = [
  ['src/model/orders/life.ts', `import '#contract/orders.ts';`, 'model may import nothing, not contract'],
  [
    'src/model/kernel/ids.ts',
    `import { createHash } from 'node:crypto';`,
    'the package node:crypto; model may use zod',
  ],
  ['src/model/kernel/ids.ts', `import { createHash } from 'crypto';`, 'the package node:crypto; model may use zod'],
  ['src/contract/orders.ts', `import '#services/orders/place-purchase.ts';`, 'contract may import model, not services'],
  ['src/contract/orders.ts', `import { sql } from 'drizzle-orm';`, 'the package drizzle-orm; contract may use zod'],
  ['src/texts/format.ts', `import '#contract/orders.ts';`, 'texts may use contract only by "import type"'],
  ['src/tables/orders.ts', `import '#contract/orders.ts';`, 'tables may import model, not contract'],
  ['src/tables/orders.ts', `import { z } from 'zod';`, 'the package zod; tables may use drizzle-orm'],
  [
    'src/outside/payments/stripe.ts',
    `import '#tables/payments.ts';`,
    'outside may import model, texts, platform/files, platform/limits, not tables',
  ],
  ['src/outside/mail/smtp.ts', `import Stripe from 'stripe';`, 'the package stripe; outside may use'],
  [
    'src/services/orders/place-purchase.ts',
    `import '#contract/orders.ts';`,
    'services may import model, tables, texts, content, platform/jobs, platform/audit, not contract',
  ],
  [
    'src/services/orders/place-purchase.ts',
    `import '#http/app.ts';`,
    'services may import model, tables, texts, content, platform/jobs, platform/audit, not http',
  ],
  [
    'src/services/orders/place-purchase.ts',
    `import { readFile } from 'node:fs/promises';`,
    'the package node:fs/promises',
  ],
  ['src/services/payments/pay.ts', `import { pay } from '#outside/payments/stripe.ts';`, 'only by "import type"'],
  ['src/services/payments/pay.ts', `import { type Pay } from '#outside/payments/stripe.ts';`, 'only by "import type"'],
  ['src/services/payments/pay.ts', `export * from '#outside/payments/stripe.ts';`, 'only by "import type"'],
  ['src/services/payments/pay.ts', `await import('#outside/payments/stripe.ts');`, 'only by "import type"'],
  ['src/services/payments/pay.ts', `import Stripe from 'stripe';`, 'the package stripe; services may use'],
  ['src/services/kernel/context.ts', `import pino from 'pino';`, 'the package pino; services may use'],
  [
    'src/http/orders.ts',
    `import '#tables/orders.ts';`,
    'http may import model, contract, services, texts, platform/cache, platform/limits, not tables',
  ],
  ['src/http/orders.ts', `import type { Pay } from '#outside/payments/stripe.ts';`, 'not outside'],
  ['src/http/orders.ts', `import { eq } from 'drizzle-orm';`, 'the package drizzle-orm; http may use'],
  ['src/web/ui/orders/total.tsx', `import '#contract/orders.ts';`, 'web/ui may import model, texts, not contract'],
  [
    'src/web/ui/orders/total.tsx',
    `import { calls } from '#web/api/client.ts';`,
    'web/ui may import model, texts, not web/api',
  ],
  [
    'src/web/ui/orders/total.tsx',
    `import '#web/pages/orders/mine.tsx';`,
    'web/ui may import model, texts, not web/pages',
  ],
  [
    'src/web/api/client.ts',
    `import '#web/ui/kernel/button.tsx';`,
    'web/api may import model, contract, texts, not web/ui',
  ],
  ['src/web/pages/orders/mine.tsx', `import type { Db } from '#tables/orders.ts';`, 'not tables'],
  ['src/web/pages/orders/mine.tsx', `import type { Place } from '#services/orders/place-purchase.ts';`, 'not services'],
  ['src/web/pages/orders/mine.tsx', `import type { App } from '#http/app.ts';`, 'not http'],
  ['src/web/pages/orders/mine.tsx', `import type { Pay } from '#outside/payments/stripe.ts';`, 'not outside'],
  ['src/web/pages/orders/mine.tsx', `import type { Sql } from '#platform/postgres/sql.ts';`, 'not platform/postgres'],
  ['src/web/pages/orders/mine.tsx', `import type { Config } from '#config.ts';`, 'not config'],
  ['src/web/pages/orders/mine.tsx', `import Stripe from 'stripe';`, 'the package stripe; web/pages may use'],
  ['src/web/root.tsx', `import '#services/orders/place-purchase.ts';`, 'not services'],
  ['src/http/pages.ts', `import { createRenderer } from '#web/render.ts';`, 'not web/render'],
  ['src/web/root.tsx', `import { createRenderer } from './render.ts';`, 'not web/render'],
  ['src/web/render.ts', `import '#services/orders/place-purchase.ts';`, 'web/render may import web/api, not services'],
  ['src/web/cellar/wine.ts', 'export const a = 1;', 'stands on no floor'],
  ['src/http/serve.ts', `import { z } from 'zod';`, 'the package zod; http may use'],
  ['src/http/app.ts', `import '#sandbox/stripe/server.ts';`, 'nobody but server imports sandbox'],
  ['platform/postgres/cluster.ts', `import '#sandbox/stripe/server.ts';`, 'nobody but server imports sandbox'],
  [
    'platform/backup/copy.ts',
    `import '#model/kernel/ids.ts';`,
    'may import platform, platform/files, platform/limits, platform/postgres, not model',
  ],
  ['platform/files/durable.ts', `import '#platform/postgres/sql.ts';`, 'not platform/postgres'],
  [
    'platform/postgres/cluster.ts',
    `import '#platform/backup/copy.ts';`,
    'may import platform, platform/files, platform/processes, not platform/backup',
  ],
  ['platform/jobs/enqueue.ts', `import '#tables/kernel.ts';`, 'may import platform, platform/limits, not tables'],
  ['platform/audit/record.ts', `import '#model/kernel/audit.ts';`, 'platform/audit may import platform, not model'],
  ['platform/backup/copy.ts', `import pg from 'pg';`, 'the package pg; platform/backup may use'],
  ['platform/cellar/wine.ts', 'export const a = 1;', 'stands on no floor'],
  ['sandbox/stripe/server.ts', `import '#model/payments/card.ts';`, 'sandbox may use only the kernel of model'],
  ['sandbox/stripe/server.ts', `import '#services/payments/pay.ts';`, 'sandbox may import model, not services'],
  ['sandbox/mailbox/server.ts', `import Stripe from 'stripe';`, 'the package stripe; sandbox may use'],
  [
    'platform/postgres/cluster.ts',
    `import '#config.ts';`,
    'platform/postgres may import platform, platform/files, platform/processes, not config',
  ],
  ['src/model/orders/life.ts', `import '#server.ts';`, 'model may import nothing, not server'],
  ['src/model/orders/life.ts', `import './life.test.ts';`, 'the shop never imports tests or scripts'],
  ['src/server.ts', `import '../scripts/check.ts';`, 'the shop never imports tests or scripts'],
  [
    'src/services/orders/place-purchase.ts',
    `import '../payments/pay.ts';`,
    'orders imports payments, which does not come before it',
  ],
  [
    'src/services/mail/letters.ts',
    `import '#services/orders/place-purchase.ts';`,
    'mail imports orders, which does not come before it',
  ],
  [
    'src/model/kernel/money.ts',
    `import '../catalogue/tool.ts';`,
    'kernel imports catalogue, which does not come before it',
  ],
  ['src/tables/catalogue.ts', `import './orders.ts';`, 'catalogue imports orders, which does not come before it'],
  [
    'src/services/orders/x.ts',
    `import '#services/reviews/y.ts';`,
    'orders imports reviews, which does not come before it',
  ],
  [
    'src/services/reviews/x.ts',
    `import '#services/payments/y.ts';`,
    'reviews imports payments, which does not come before it',
  ],
  [
    'src/services/catalogue/x.ts',
    `import '#tables/orders.ts';`,
    'catalogue imports orders, which does not come before it',
  ],
  ['src/services/inventory/x.ts', `import '#model/orders/order.ts';`, 'inventory imports orders, which does not'],
  [
    'src/services/pricing/x.ts',
    `import type { Move } from '#tables/inventory.ts';`,
    'pricing imports inventory, which',
  ],
  [
    'src/services/kernel/x.ts',
    `import type { A } from '#outside/mail/smtp.ts';`,
    'kernel imports mail, which does not',
  ],
  ['src/http/catalogue.ts', `import '#contract/orders.ts';`, 'catalogue imports orders, which does not come before it'],
  ['src/http/limiter.ts', `import '#services/mail/x.ts';`, 'kernel imports mail, which does not come before it'],
  ['src/http/identity/google.ts', `import '../orders.ts';`, 'identity imports orders, which does not come before it'],
  [
    'src/outside/images/x.ts',
    `import '#model/people/phone.ts';`,
    'images imports people, which does not come before it',
  ],
  ['src/web/ui/kernel/x.tsx', `import '#model/images/picture.ts';`, 'kernel imports images, which does not'],
  [
    'src/web/pages/catalogue/home.tsx',
    `import '#web/ui/reviews/card.tsx';`,
    'catalogue imports reviews, which does not',
  ],
  ['src/web/api/token.ts', `import '#model/identity/person.ts';`, 'kernel imports identity, which does not'],
  ['src/model/catalogue/x.ts', `export type A = import('#model/orders/a.ts').A;`, 'catalogue imports orders, which'],
  ['src/contract/orders.ts', `type A = import('#tables/orders.ts').A;`, 'contract may import model, not tables'],
  ['src/contract/orders.ts', 'const a = await import(`#tables/orders.ts`);', 'contract may import model, not tables'],
  ['src/http/orders.ts', 'export const load = (name: string) => import(name);', 'imports a computed path'],
  ['src/http/orders.ts', `import '../services/orders/place-order.ts';`, 'another floor is spelled #services/…'],
  ['src/helpers/dates.ts', 'export const a = 1;', 'stands on no floor'],
  ['src/services/utils/dates.ts', 'export const a = 1;', 'invents the feature "utils"'],
  ['src/http/limits.ts', 'export const port = process.env.PORT;', 'reads process.env; only src/config.ts may'],
  ['src/http/limits.ts', `export const port = globalThis.process['env'].PORT;`, 'reads process.env'],
  ['src/http/limits.ts', 'const { env } = process; export const port = env.PORT;', 'reads process.env'],
  ['src/server.ts', `import { env } from 'node:process'; export const port = env.PORT;`, 'reads process.env'],
];

describe('refused', () => {
  test.each(REFUSED)('%s: %s', (path, text, sentence) => {
    const breaches = breachesOfImportRules(tree({ [path]: text }));
    expect(breaches).toHaveLength(1);
    expect(breaches[0]).toContain(path);
    expect(breaches[0]).toContain(sentence);
  });

  test('a cycle, named with every file on its way', () => {
    const root = tree({
      'src/model/orders/a.ts': `import './b.ts';`,
      'src/model/orders/b.ts': `import type { C } from '#model/orders/c.ts';`,
      'src/model/orders/c.ts': `import './a.ts';`,
    });
    expect(breachesOfImportRules(root)).toEqual([
      'src/model/orders/a.ts  imports itself: src/model/orders/a.ts → src/model/orders/b.ts → src/model/orders/c.ts → src/model/orders/a.ts',
    ]);
  });

  test('each line that breaks it, with its number', () => {
    const root = tree({ 'src/model/orders/a.ts': `import 'zod';\nimport 'hono';\n\nimport '#http/app.ts';` });
    expect(breachesOfImportRules(root).map((it) => it.split('  ')[0])).toEqual([
      'src/model/orders/a.ts:2',
      'src/model/orders/a.ts:4',
    ]);
  });
});

const ALLOWED: [path: string, text: string][] = [
  ['src/model/orders/life.ts', `import { z } from 'zod'; import '#model/catalogue/tool.ts';`],
  ['src/contract/orders.ts', `import { z } from 'zod'; import '#model/orders/life.ts'; import './catalogue.ts';`],
  ['src/contract/calls.ts', `import './payments.ts'; import './reviews.ts';`],
  ['src/http/catalogue.ts', `import './serve-calls.ts'; import './limiter.ts'; import '#services/identity/x.ts';`],
  ['src/services/inventory/x.ts', `import '#tables/catalogue.ts'; import '#model/inventory/stock-change.ts';`],
  ['src/services/reports/x.ts', `import '#tables/reviews.ts'; import '#services/payments/pay.ts';`],
  ['src/web/home.tsx', `import './pages/catalogue/our-tools.tsx'; import './ui/reviews/card.tsx';`],
  ['src/tables/orders.ts', `import { pgTable } from 'drizzle-orm/pg-core'; import './people.ts';`],
  ['src/outside/payments/stripe.ts', `import Stripe from 'stripe'; import { z } from 'node:crypto';`],
  ['src/services/payments/pay.ts', `import type { Pay } from '#outside/payments/stripe.ts';`],
  ['src/services/payments/pay.ts', `export type { Pay } from '#outside/payments/stripe.ts';`],
  ['src/services/payments/pay.ts', `type Pay = import('#outside/payments/stripe.ts').Pay;`],
  ['src/services/payments/pay.ts', `import { eq } from 'drizzle-orm'; import '../orders/place-order.ts';`],
  [
    'src/services/people/x.ts',
    `import '#services/mail/a.ts'; import '#services/images/a.ts'; import '../kernel/post.ts';`,
  ],
  ['src/services/reviews/x.ts', `import '#services/orders/y.ts'; import '#services/people/y.ts';`],
  ['src/http/orders.ts', `import { Hono } from 'hono'; import '#contract/orders.ts'; import '#services/orders/x.ts';`],
  ['src/web/ui/orders/total.tsx', `import { Dialog } from '@base-ui/react/dialog'; import '#model/kernel/money.ts';`],
  [
    'src/web/pages/orders/mine.tsx',
    `import '#web/ui/orders/total.tsx'; import '#web/api/client.ts'; import 'react-router';`,
  ],
  ['src/web/pages/orders/mine.tsx', `import type { Route } from './+types/mine.ts';`],
  [
    'src/web/root.tsx',
    `import 'react-router'; import '#web/pages/orders/mine.tsx'; import './styles/app.css?url'; import './api/client.ts';`,
  ],
  ['src/web/render.ts', `import { createServer } from 'vite'; import type { Client } from './api/client.ts';`],
  ['src/http/serve.ts', `import type { z } from 'zod'; import { createServer } from 'node:http';`],
  ['src/outside/kernel/logger.ts', `import { pino } from 'pino';`],
  [
    'sandbox/stripe/server.ts',
    `import type Stripe from 'stripe'; import '#model/kernel/money.ts'; import 'node:http';`,
  ],
  ['src/server.ts', `import '#sandbox/stripe/server.ts'; import '#config.ts'; import '#http/app.ts'; import 'pino';`],
  ['src/texts/failures.ts', `import type { Code } from '#contract/kernel/code.ts'; import '#model/orders/life.ts';`],
  ['src/services/orders/x.ts', `import '#texts/format.ts';`],
  ['src/server.ts', 'export const load = (name: string) => import(name);'],
  ['src/config.ts', `import { z } from 'zod'; export const port = process.env.PORT;`],
  ['src/http/limits.ts', 'export const pid = process.pid; // never process.env'],
  ['src/services/orders/order-limits.test.ts', `import '#sandbox/stripe/server.ts'; console.log(process.env.CI);`],
];

test.each(ALLOWED)('allowed: %s: %s', (path, text) => {
  expect(breachesOfImportRules(tree({ [path]: text }))).toEqual([]);
});
