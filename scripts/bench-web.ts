import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { type BrowserContext, chromium } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../src/model/identity/demo.ts';
import { startFloor } from './bench/floor-process.ts';
import { percentile } from './bench/load.ts';
import { openShop } from './bench/running-shop.ts';
import { judge, type Verdict } from './bench-web/lighthouse.ts';
import { clickThrough, typingDelay, type Visit, visit } from './bench-web/navigation.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs';
import { installTool } from './install-tool.ts';
import { optionsOf } from './options-of.ts';

const root = resolve(import.meta.dirname, '..');
const values = optionsOf('bench:web', {
  json: { type: 'string' },
  times: { type: 'string', default: '5' },
  only: { type: 'string' },
});
const times = Number(values.times);
const executablePath = findChromium();
const DESKTOP = { width: 1440, height: 900 };

if (!executablePath) refuse('No Chromium was found: install one, or name it with CHROMIUM_PATH.');
else if (!(times >= 1)) refuse('Say how often each page is opened: 1 or more.');
else if (!installTool(join(import.meta.dirname, 'bench-web'), 'Lighthouse'))
  refuse('Lighthouse could not be installed; what npm said stands above.');
else if (spawnSync(process.execPath, [join(root, 'scripts/build.ts'), '--stale'], { stdio: 'inherit' }).status !== 0)
  process.exitCode = 1;
else await measure(executablePath);

async function measure(chromiumPath: string): Promise<void> {
  await using open = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-bench-web-'));
  open.defer(() => rm(folder, { recursive: true }));
  // Postgres may run under another account.
  await chmod(folder, 0o711);
  const floor = await startFloor();
  open.defer(() => floor.stop());
  const shop = await openShop({ label: 'this', root, folder, smtpPort: floor.smtpPort });
  open.defer(() => shop.stop());
  const cookie = await signIn(shop.origin);
  const [tool] = (await (await fetch(`${shop.origin}/tools?limit=1`)).json()) as { _id: string }[];
  const toolPage = `/purchase/${tool?._id}`;

  const verdicts: Verdict[] = [];
  if (values.only !== 'navigation')
    for (const [page, path, itsCookie] of [
      ['home', '/', undefined],
      ['login', '/login', undefined],
      ['tool', toolPage, cookie],
    ] as const)
      for (const device of ['phone', 'desktop'] as const) {
        const request = { page, url: `${shop.origin}${path}`, device, ...(itsCookie ? { cookie: itsCookie } : {}) };
        verdicts.push(await judge(request, chromiumPath));
        say(`${page} ${device}`);
      }

  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...CHROMIUM_FLAGS] });
  open.defer(() => browser.close());
  const fresh = async <T>(work: (context: BrowserContext) => Promise<T>, signedIn = false): Promise<T[]> => {
    const results: T[] = [];
    for (let time = 0; time < times; time += 1) {
      const context = await browser.newContext({ viewport: DESKTOP });
      if (signedIn) await letIn(context, shop.origin, cookie);
      results.push(await work(context));
      await context.close();
    }
    return results;
  };
  const visits: Visit[][] = [
    await fresh((context) => visit(context, 'home', `${shop.origin}/`)),
    await fresh((context) => visit(context, 'login', `${shop.origin}/login`)),
    await fresh((context) => visit(context, 'tool', `${shop.origin}${toolPage}`), true),
  ];
  say('visits');
  const clicks = {
    'home to login': await fresh((context) => clickThrough(context, `${shop.origin}/`, '/login')),
    'home to blogs': await fresh((context) => clickThrough(context, `${shop.origin}/`, '/blogs')),
    'home to a tool': await fresh((context) => clickThrough(context, `${shop.origin}/`, '/purchase/'), true),
  };
  const typing = await fresh((context) => typingDelay(context, `${shop.origin}/`, 'claw hammer'));
  const lens = await fresh((context) => typingDelay(context, `${shop.origin}/`, '250', 'I need'));
  const load = loadavg()[0] ?? 0;
  const report = { load, verdicts, visits: visits.map(medianVisit), clicks, typing, lens };
  process.stdout.write(`\n${toTable(report)}\n`);
  if (values.json) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

interface Report {
  readonly load: number;
  readonly verdicts: readonly Verdict[];
  readonly visits: readonly Visit[];
  readonly clicks: Readonly<Record<string, readonly number[]>>;
  readonly typing: readonly number[];
  /** The same of the quantity that prices every tool. */
  readonly lens: readonly number[];
}

function toTable({ load, verdicts, visits, clicks, typing, lens }: Report): string {
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const spread = (list: readonly number[]) =>
    `${ms(percentile(list, 0.5) ?? Number.NaN)}, at most ${ms(Math.max(...list))}`;
  return [
    `load ${load.toFixed(1)}; each page opened ${times} times`,
    ...verdicts.map(
      (it) =>
        `Lighthouse ${it.page} ${it.device}: performance ${it.performance}, accessibility ${it.accessibility}, best practices ${it.bestPractices}, SEO ${it.seo}; LCP ${ms(it.lcp)}, TBT ${ms(it.tbt)}, CLS ${it.cls.toFixed(3)}; ${it.scripts.toFixed(0)} kB scripts, ${it.all.toFixed(0)} kB in all`,
    ),
    'Goals of home, phone: 100 each, LCP 1500 ms, TBT 50 ms, CLS 0, 100 kB scripts, 350 kB in all',
    ...visits.map(
      (it) =>
        `Visit ${it.page}: first byte ${ms(it.firstByte)}, LCP ${ms(it.lcp)}, CLS ${it.cls.toFixed(3)}; ${it.requests} requests, ${it.scripts.toFixed(0)} kB scripts, ${it.all.toFixed(0)} kB in all`,
    ),
    ...Object.entries(clicks).map(([name, list]) => `Click, ${name}: ${spread(list)} (goal 100 ms)`),
    `Typing, slowest key: ${spread(typing)} (goal 50 ms)`,
    `Typing a quantity, slowest key: ${spread(lens)} (goal 50 ms)`,
  ].join('\n');
}

function medianVisit(visits: readonly Visit[]): Visit {
  const middle = (of: (visit: Visit) => number) => percentile(visits.map(of), 0.5) ?? Number.NaN;
  return {
    page: visits[0]?.page ?? '',
    firstByte: middle((it) => it.firstByte),
    lcp: middle((it) => it.lcp),
    cls: middle((it) => it.cls),
    requests: middle((it) => it.requests),
    scripts: middle((it) => it.scripts),
    all: middle((it) => it.all),
  };
}

async function signIn(origin: string): Promise<string> {
  const { email, password } = DEMO_ACCOUNTS.customer;
  const response = await fetch(`${origin}/auth/sign-in`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const [cookie] = (response.headers.get('set-cookie') ?? '').split(';');
  if (!response.ok || !cookie) throw new Error(`The demo customer was not let in: ${response.status}`);
  return cookie;
}

async function letIn(context: BrowserContext, origin: string, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  const url = origin.replace('http:', 'https:');
  await context.addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: 'Strict' }]);
}

function say(text: string): void {
  process.stderr.write(`${text} ...\n`);
}

function refuse(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}
