import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { CHROMIUM_FLAGS } from '../chromium.mjs';

/** Scores from 0 to 100, milliseconds, and kilobytes as transferred. */
export type Verdict = Awaited<ReturnType<typeof judge>>;

export type Device = 'phone' | 'desktop';

const PACKAGE = join(import.meta.dirname, 'node_modules/lighthouse');

/** Runs Lighthouse with its defaults: the phone has a slow CPU and network. */
export async function judge(request: { page: string; url: string; device: Device; cookie?: string }, chromium: string) {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-lighthouse-'));
  const file = join(folder, 'report.json');
  const flags = ['--headless=new', ...CHROMIUM_FLAGS].join(' ');
  const child = spawn(
    process.execPath,
    [
      ...[join(PACKAGE, 'cli/index.js'), request.url, '--quiet', '--output=json', `--output-path=${file}`],
      ...[`--chrome-flags=${flags}`, '--only-categories=performance,accessibility,best-practices,seo'],
      ...(request.device === 'desktop' ? ['--preset=desktop'] : []),
      ...(request.cookie ? [`--extra-headers=${JSON.stringify({ Cookie: request.cookie })}`] : []),
    ],
    // CI turns error reporting to Google off.
    { env: { ...process.env, CHROME_PATH: chromium, CI: '1' }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`);
  const report: LighthouseReport = JSON.parse(await readFile(file, 'utf8'));
  await rm(folder, { recursive: true });
  return { page: request.page, device: request.device, ...figuresOf(report) };
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
