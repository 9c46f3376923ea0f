import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** What Lighthouse says of one page. Scores from 0 to 100; milliseconds; kilobytes as they were sent. */
export interface Verdict {
  readonly page: string;
  readonly device: Device;
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  readonly scripts: number;
  readonly all: number;
}

export type Device = 'phone' | 'desktop';

const PACKAGE = join(import.meta.dirname, 'node_modules/lighthouse');

/** Installs Lighthouse beside this file on first use: it is larger than all that the shop needs. False: it failed. */
export function installLighthouse(): boolean {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
  const wanted = read(join(import.meta.dirname, 'package.json')).dependencies.lighthouse;
  const there = join(PACKAGE, 'package.json');
  if (existsSync(there) && read(there).version === wanted) return true;
  process.stderr.write('Installing Lighthouse (npm ci) ...\n');
  const shell = process.platform === 'win32';
  return spawnSync('npm', ['ci'], { cwd: import.meta.dirname, stdio: 'inherit', shell }).status === 0;
}

/** Judges a page as Lighthouse does by itself: the phone is slow and behind a slow network. */
export async function judge(
  its: { page: string; url: string; device: Device; cookie?: string },
  chromium: string,
): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-lighthouse-'));
  const file = join(folder, 'report.json');
  const flags =
    '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking';
  const child = spawn(
    process.execPath,
    [
      ...[join(PACKAGE, 'cli/index.js'), its.url, '--quiet', '--output=json', `--output-path=${file}`],
      ...[`--chrome-flags=${flags}`, '--only-categories=performance,accessibility,best-practices,seo'],
      ...(its.device === 'desktop' ? ['--preset=desktop'] : []),
      ...(its.cookie ? [`--extra-headers=${JSON.stringify({ Cookie: its.cookie })}`] : []),
    ],
    // Nothing of it is reported to its makers.
    { env: { ...process.env, CHROME_PATH: chromium, CI: '1' }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`);
  const report: LighthouseReport = JSON.parse(await readFile(file, 'utf8'));
  await rm(folder, { recursive: true });
  return { page: its.page, device: its.device, ...figuresOf(report) };
}

interface LighthouseReport {
  readonly categories: Record<string, { readonly score: number | null }>;
  readonly audits: Record<string, { readonly numericValue?: number; readonly details?: { items?: Request[] } }>;
}

interface Request {
  readonly resourceType?: string;
  readonly transferSize?: number;
}

function figuresOf({ categories, audits }: LighthouseReport) {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const requests = audits['network-requests']?.details?.items ?? [];
  const kilobytes = (some: readonly Request[]) =>
    some.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    scripts: kilobytes(requests.filter(({ resourceType }) => resourceType === 'Script')),
    all: kilobytes(requests),
  };
}
