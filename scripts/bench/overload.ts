import { createClient } from './http-client.ts';
import type { Job } from './jobs.ts';
import { arrivals, closedLoop, openLoop, percentile, rateOf, type Sample } from './load.ts';
import { quiet, type RunningShop } from './running-shop.ts';

export type Overload = Awaited<ReturnType<typeof measureOverload>>;

const TIMES = 4;
/** Later answers are of no use to a buyer. */
const PATIENCE_MS = 8_000;
const CONNECTIONS = 600;
const CALM_PART = 0.4;
const AFTER_SECONDS = 15;
const WINDOW_MS = 500;
/** A window is normal when its median is below this multiple of the usual one, or below `HARDLY_MS`. */
const AS_BEFORE = 3;
const HARDLY_MS = 25;

export async function measureOverload(shop: RunningShop, job: Job, seconds: number) {
  const client = createClient(shop.port, CONNECTIONS);
  const unit = await job.prepare(shop, client, Math.ceil(job.most * (2 + seconds * 2 + AFTER_SECONDS)));
  const peak = rateOf(await closedLoop(unit, job.atOnce, seconds));
  await quiet(shop, 20_000);
  const calm = await openLoop(unit, arrivals(peak * CALM_PART, 2));
  const usual = percentile(tookOf(calm.samples), 0.5) ?? 0;
  const memoryBefore = shop.usage()?.shopMegabytes;
  let memoryMost = memoryBefore;
  const watch = setInterval(() => {
    memoryMost = Math.max(memoryMost ?? 0, shop.usage()?.shopMegabytes ?? 0);
  }, 250);
  // Arrivals after the flood are not delayed by it.
  const flood = arrivals(peak * TIMES, seconds);
  const after = arrivals(peak * CALM_PART, AFTER_SECONDS, 2).map((at) => at + seconds * 1000);
  const seen = (await openLoop(unit, [...flood, ...after])).samples;
  clearInterval(watch);
  client.close();
  const during = seen.slice(0, flood.length).filter(({ good, took }) => good && took < PATIENCE_MS);
  return {
    ...{ shop: shop.label, peak, goodput: during.length / seconds, memoryBefore, memoryMost },
    /** Seconds after the overload until waiting times are normal; undefined if they never were. */
    normalAfter: normalAgain(seen.slice(flood.length), seconds * 1000, Math.max(usual * AS_BEFORE, HARDLY_MS)),
  };
}

const tookOf = (samples: readonly Sample[]) => samples.filter(({ good }) => good).map(({ took }) => took);

/** Seconds after `from` milliseconds; from there every window is normal and without refusals. */
function normalAgain(samples: readonly Sample[], from: number, usual: number): number | undefined {
  const windows: Sample[][] = [];
  for (const sample of samples) {
    const place = Math.floor((sample.at - from) / WINDOW_MS);
    windows[place] ??= [];
    windows[place].push(sample);
  }
  const isNormal = (window: Sample[]) =>
    window.every(({ good }) => good) && (percentile(tookOf(window), 0.5) ?? 0) <= usual;
  const lastOdd = windows.findLastIndex((window) => window !== undefined && !isNormal(window));
  return lastOdd === windows.length - 1 ? undefined : ((lastOdd + 1) * WINDOW_MS) / 1000;
}
