import type { FloorProcess } from './floor-process.ts';
import { type Client, createClient, requestOf } from './http-client.ts';
import { type Floor, JOBS, type Job } from './jobs.ts';
import { arrivals, closedLoop, type Measured, openLoop, percentile, rateOf, type Unit } from './load.ts';
import { createOrderFloor } from './order-floor.ts';
import { bundledModules, type Parts, partsOf, profileDuring } from './profile.ts';
import { quiet, type RunningShop } from './running-shop.ts';

/** Results of one job in one shop: milliseconds, and pieces a second. */
export interface Figures {
  readonly job: string;
  readonly shop: string;
  readonly rate: number;
  readonly floor: number | undefined;
  readonly p50: number | undefined;
  readonly p99: number | undefined;
  /** Share of failures, 0 to 1, while latency was measured. */
  readonly failed: number;
  readonly shopCpu: number | undefined;
  readonly postgresCpu: number | undefined;
}

export interface Bench {
  readonly shops: readonly RunningShop[];
  readonly floor: FloorProcess;
  readonly seconds: number;
  readonly pgbench: boolean;
  readonly noteMemory: (shop: RunningShop, megabytes: number) => void;
}

const ROUNDS = 3;
const WARM_UP_SECONDS = 1;
const QUIET_MS = 20_000;
/** Arrivals while latency is measured, as a share of capacity. */
const HALF = 0.5;
/** Enough that each arrival of the open loop finds a free connection. */
const OPEN_CONNECTIONS = 256;

interface Side {
  readonly shop: RunningShop;
  readonly client: Client;
  readonly unit: Unit;
  done: number;
  seconds: number;
  shopMs: number;
  postgresMs: number;
}

/** Measures all shops and the floor in turns, so that all have the same machine. */
export async function measureJob(job: Job, bench: Bench): Promise<Figures[]> {
  const { shops, seconds } = bench;
  const slice = seconds / ROUNDS;
  const floor = await openFloor(job.floor, bench, job.atOnce);
  const sides: Side[] = [];
  const pieces = Math.ceil(job.most * (WARM_UP_SECONDS + 2 * seconds));
  for (const shop of shops) {
    const client = createClient(shop.port, OPEN_CONNECTIONS);
    const unit = await job.prepare(shop, client, pieces);
    await closedLoop(unit, job.atOnce, WARM_UP_SECONDS);
    sides.push({ shop, client, unit, done: 0, seconds: 0, shopMs: 0, postgresMs: 0 });
  }
  const floorRates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of sides) await takeTurn(side, job, slice, bench);
    if (floor) floorRates.push(await floor.run(slice));
  }
  const rates = sides.map(({ done, seconds }) => done / seconds);
  const perSecond = Math.min(...rates) * HALF;
  const calm = await Promise.all(sides.map((): Measured[] => []));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, { shop, unit }] of sides.entries()) {
      await quiet(shop, QUIET_MS);
      calm[index]?.push(await openLoop(unit, arrivals(perSecond, slice, round + 1)));
    }
  for (const { shop, client } of sides) {
    client.close();
    await quiet(shop, QUIET_MS);
  }
  floor?.close();
  return sides.map(({ shop, done, shopMs, postgresMs }, index) => {
    const samples = (calm[index] ?? []).flatMap((round) => round.samples);
    const took = samples.filter(({ good }) => good).map((sample) => sample.took);
    const known = shop.usage() !== undefined && done > 0;
    return {
      ...{ job: job.name, shop: shop.label, rate: rates[index] ?? 0, floor: median(floorRates) },
      ...{ p50: percentile(took, 0.5), p99: percentile(took, 0.99) },
      failed: samples.length > 0 ? 1 - took.length / samples.length : 1,
      ...{ shopCpu: known ? shopMs / done : undefined, postgresCpu: known ? postgresMs / done : undefined },
    };
  });
}

/** Processor time of one piece by part of the shop, in milliseconds, with Postgres. */
export async function measureParts(job: Job, shop: RunningShop, inspectPort: number, seconds: number): Promise<Parts> {
  const client = createClient(shop.port, OPEN_CONNECTIONS);
  const unit = await job.prepare(shop, client, Math.ceil(job.most * (WARM_UP_SECONDS + seconds)));
  await closedLoop(unit, job.atOnce, WARM_UP_SECONDS);
  const before = shop.usage();
  let done = 0;
  const profile = await profileDuring(inspectPort, async () => {
    done = (await closedLoop(unit, job.atOnce, seconds)).samples.filter(({ good }) => good).length;
    // What a piece leaves for the background belongs to it.
    await quiet(shop, QUIET_MS, { mails: true });
  });
  const after = shop.usage();
  client.close();
  const shopMs = (after?.shopMs ?? 0) - (before?.shopMs ?? 0);
  const parts = partsOf(profile, bundledModules());
  // The profiler counts by the clock, also while the process waits for a processor.
  const sampled = parts.reduce((sum, [, ms]) => sum + ms, 0);
  const all: Parts = [
    ...parts.map(([part, ms]) => [part, (ms * shopMs) / sampled] as const),
    ['Postgres', (after?.postgresMs ?? 0) - (before?.postgresMs ?? 0)],
  ];
  return all.map(([part, ms]) => [part, ms / Math.max(done, 1)]);
}

const median = (values: readonly number[]): number | undefined => percentile(values, 0.5);

async function takeTurn(side: Side, job: Job, slice: number, { noteMemory }: Bench): Promise<void> {
  const before = side.shop.usage();
  const watch = setInterval(() => noteMemory(side.shop, side.shop.usage()?.shopMegabytes ?? 0), 250);
  const measured = await closedLoop(side.unit, job.atOnce, slice);
  clearInterval(watch);
  const after = side.shop.usage();
  side.done += measured.samples.filter(({ good }) => good).length;
  side.seconds += measured.seconds;
  side.shopMs += (after?.shopMs ?? 0) - (before?.shopMs ?? 0);
  side.postgresMs += (after?.postgresMs ?? 0) - (before?.postgresMs ?? 0);
}

interface OpenFloor {
  readonly run: (seconds: number) => Promise<number>;
  readonly close: () => void;
}

async function openFloor(wanted: Floor | undefined, bench: Bench, atOnce: number): Promise<OpenFloor | undefined> {
  const [shop] = bench.shops;
  if (!wanted || !shop) return undefined;
  if (wanted.kind === 'order') {
    const run = await createOrderFloor(shop, wanted, bench.pgbench);
    return { run, close: () => {} };
  }
  const client = createClient(bench.floor.port, OPEN_CONNECTIONS);
  if (wanted.kind === 'bytes') {
    const asking = createClient(shop.port, 1);
    await bench.floor.answerLike(await asking.send(requestOf(shop, 'GET', wanted.path, {})));
    asking.close();
  } else await bench.floor.askDatabase(shop.connection);
  let asked = 1_000_000;
  const pathOf = () => (wanted.kind === 'bytes' ? '/' : `/rows?${asked}`);
  const unit: Unit = async () => {
    asked += 1;
    return (await client.send(requestOf(shop, 'GET', pathOf(), {}))).status === 200;
  };
  await closedLoop(unit, atOnce, WARM_UP_SECONDS);
  return {
    run: async (seconds) => rateOf(await closedLoop(unit, atOnce, seconds)),
    close: client.close,
  };
}

export function jobsNamed(names: readonly string[]): readonly Job[] | undefined {
  const jobs = names.map((name) => JOBS.filter((job) => job.name === name || job.group === name));
  return jobs.every((some) => some.length > 0) ? jobs.flat() : undefined;
}
