import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { type Checkout, checkOut } from './bench/checkout.ts';
import { startFloor } from './bench/floor-process.ts';
import { JOBS } from './bench/jobs.ts';
import { type Figures, jobsNamed, measureJob, measureParts } from './bench/measure.ts';
import { measureOverload, type Overload } from './bench/overload.ts';
import type { RunningShop } from './bench/running-shop.ts';
import { CACHE, type OpenedShop, openSized, SIZES, type Size } from './bench/sizes.ts';
import { type Report, toTable } from './bench/table.ts';
import { freePort } from './free-port.ts';
import { optionsOf } from './options-of.ts';

const root = resolve(import.meta.dirname, '..');
const OVERLOAD = 'overload';
const values = optionsOf('bench', {
  size: { type: 'string', default: 'small' },
  base: { type: 'string' },
  only: { type: 'string', default: [...JOBS.map(({ name }) => name), OVERLOAD].join(',') },
  seconds: { type: 'string', default: '6' },
  json: { type: 'string' },
  data: { type: 'string', default: CACHE },
  profile: { type: 'boolean', default: false },
});
const names = values.only.split(',');
const jobs = jobsNamed(names.filter((name) => name !== OVERLOAD));
const seconds = Number(values.seconds);

if (!Object.hasOwn(SIZES, values.size)) refuse(`Sizes are ${Object.keys(SIZES).join(', ')}.`);
else if (!jobs) refuse(`Jobs are ${[...JOBS.map(({ name }) => name), 'purchases', OVERLOAD].join(', ')}.`);
else if (!(seconds >= 1 && seconds <= 600)) refuse('Say how many seconds each job is measured: 1 to 600.');
else if (!build()) process.exitCode = 1;
else if (values.profile) await showParts(jobs, values.size as Size);
else {
  const report = await measure(jobs, values.size as Size);
  process.stdout.write(`\n${toTable(report)}\n`);
  if (values.json) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

async function measure(jobs: readonly (typeof JOBS)[number][], size: Size): Promise<Report> {
  const before = loadavg()[0] ?? 0;
  await mkdir(values.data, { recursive: true, mode: 0o711 });
  await using open = new AsyncDisposableStack();
  const floor = await startFloor();
  open.defer(() => floor.stop());
  const versions: { label: string; root: string }[] = [{ label: 'this', root }];
  if (values.base) {
    say(`checking out ${values.base}`);
    const base: Checkout = await checkOut(root, values.base);
    open.defer(() => base.remove());
    versions.push({ label: 'base', root: base.root });
  }
  const opened: OpenedShop[] = [];
  for (const version of versions) {
    say(`opening ${version.label}`);
    const one = await openSized(size, { ...version, smtpPort: floor.smtpPort }, values.data);
    open.defer(() => one.shop.stop());
    opened.push(one);
  }
  const shops = opened.map(({ shop }) => shop);
  const idle = shops.map((shop) => shop.usage()?.shopMegabytes);
  const loaded = new Map<RunningShop, number>();
  const noteMemory = (shop: RunningShop, megabytes: number) =>
    void loaded.set(shop, Math.max(megabytes, loaded.get(shop) ?? 0));
  const pgbench = spawnSync('pgbench', ['--version']).status === 0;
  const figures: Figures[] = [];
  for (const job of jobs) {
    say(job.about);
    figures.push(...(await measureJob(job, { shops, floor, seconds, pgbench, noteMemory })));
  }
  const overload: Overload[] = [];
  const flooded = JOBS.find(({ name }) => name === 'orders');
  if (names.includes(OVERLOAD) && flooded) {
    say('four times as many orders as it can take');
    for (const shop of shops) overload.push(await measureOverload(shop, flooded, seconds));
  }
  return {
    ...{ size, node: process.versions.node, processors: availableParallelism(), pgbench },
    load: { before, after: loadavg()[0] ?? 0 },
    shops: opened.map(({ shop, firstMs }, index) => ({
      shop: shop.label,
      firstStartMs: firstMs,
      laterStartMs: shop.startMs,
      idleMegabytes: idle[index],
      loadedMegabytes: loaded.get(shop),
    })),
    jobs: figures,
    overload,
  };
}

/** Where the processor time of a piece goes, job by job. */
async function showParts(jobs: readonly (typeof JOBS)[number][], size: Size): Promise<void> {
  await mkdir(values.data, { recursive: true, mode: 0o711 });
  const floor = await startFloor();
  const inspectPort = await freePort();
  const { shop } = await openSized(size, { label: 'this', root, smtpPort: floor.smtpPort, inspectPort }, values.data);
  for (const job of jobs) {
    say(job.about);
    const parts = await measureParts(job, shop, inspectPort, seconds);
    const lines = parts.map(([part, ms]) => `${ms.toFixed(2).padStart(8)}  ${part}`);
    process.stdout.write(`\n${job.about}, ms of the processor for one\n${lines.join('\n')}\n`);
  }
  await shop.stop();
  floor.stop();
}

function build(): boolean {
  const builder = join(root, 'scripts/build.ts');
  return spawnSync(process.execPath, [builder, '--stale'], { cwd: root, stdio: 'inherit' }).status === 0;
}

function say(text: string): void {
  process.stderr.write(`${text} ...\n`);
}

function refuse(reason: string): void {
  process.stderr.write(`${reason} See docs/benchmarks.md.\n`);
  process.exitCode = 1;
}
