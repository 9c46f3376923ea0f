import { JOBS } from './jobs.ts';
import type { Figures } from './measure.ts';
import type { Overload } from './overload.ts';

export interface Report {
  readonly size: string;
  readonly node: string;
  readonly processors: number;
  /** One-minute averages. On a busy machine only the ratios are valid. */
  readonly load: { readonly before: number; readonly after: number };
  readonly pgbench: boolean;
  readonly shops: readonly ShopFigures[];
  readonly jobs: readonly Figures[];
  readonly overload: readonly Overload[];
}

export interface ShopFigures {
  readonly shop: string;
  readonly firstStartMs: number;
  readonly laterStartMs: number;
  readonly idleMegabytes: number | undefined;
  readonly loadedMegabytes: number | undefined;
}

export function toTable(report: Report): string {
  const compared = report.shops.length > 1;
  const head = ['job', ...(compared ? ['shop'] : []), 'rate/s', 'floor/s', 'of floor', 'p50 ms', 'p99 ms'];
  const rows = report.jobs.map((figures) => [
    JOBS.find(({ name }) => name === figures.job)?.about ?? figures.job,
    ...(compared ? [figures.shop] : []),
    ...[whole(figures.rate), whole(figures.floor), percent(ratioOf(figures)), tenth(figures.p50), tenth(figures.p99)],
    ...[hundredth(figures.shopCpu), hundredth(figures.postgresCpu), goalOf(figures)],
    ...(compared ? [percent(toBase(report, figures))] : []),
  ]);
  const columns = [...head, 'CPU ms', 'pg CPU ms', 'goal', ...(compared ? ['to base'] : [])];
  return [
    `${report.size} catalogue, Node ${report.node}, ${report.processors} processors, load ${tenth(report.load.before)} before and ${tenth(report.load.after)} after, orders against ${report.pgbench ? 'pgbench' : 'the raw driver'}`,
    ...report.shops.map(shopLine),
    '',
    ...align([columns, ...rows]),
    '',
    ...report.overload.map(overloadLine),
  ].join('\n');
}

const shopLine = (it: ShopFigures): string =>
  `${it.shop}: first start ${tenth(it.firstStartMs / 1000)} s, later ${tenth(it.laterStartMs / 1000)} s (goal 2); memory idle ${whole(it.idleMegabytes)} MB (goal 150), under load ${whole(it.loadedMegabytes)} MB (goal 300)`;

const overloadLine = (it: Overload): string =>
  `${it.shop}: at 4 x capacity ${whole(it.goodput)} of ${whole(it.peak)} orders a second are taken, ${percent(it.goodput / it.peak)} (goal 80 %); memory ${whole(it.memoryBefore)} to ${whole(it.memoryMost)} MB; normal after ${it.normalAfter === undefined ? 'more than 15' : it.normalAfter} s (goal 10)`;

const ratioOf = ({ rate, floor }: Figures): number | undefined => (floor ? rate / floor : undefined);

function toBase({ jobs, shops }: Report, { job, shop, rate }: Figures): number | undefined {
  const base = shops[1]?.shop;
  const other = jobs.find((it) => it.job === job && it.shop === base);
  return shop === base || !other?.rate ? undefined : rate / other.rate;
}

function goalOf(figures: Figures): string {
  const { ratio, p99, rate } = JOBS.find(({ name }) => name === figures.job)?.goal ?? {};
  const reached = ratioOf(figures);
  const judged = [
    ratio !== undefined && reached !== undefined ? `${mark(reached >= ratio)} ${percent(ratio)}` : undefined,
    rate === undefined ? undefined : `${mark(figures.rate >= rate)} ${rate}/s`,
    p99 !== undefined && figures.p99 !== undefined ? `${mark(figures.p99 <= p99)} p99 ${p99}` : undefined,
    figures.failed > 0 ? `${percent(figures.failed)} failed` : undefined,
  ];
  return judged.filter((it) => it !== undefined).join(', ');
}

const mark = (reached: boolean): string => (reached ? '✓' : '✗');

function align(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const last = widths.length - 1;
  return rows.map((row) =>
    row
      .map((cell, column) =>
        isText(column, rows) || column === last ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

const isText = (column: number, [head]: readonly (readonly string[])[]): boolean =>
  ['job', 'shop', 'goal'].includes(head?.[column] ?? '');

const fixed = (digits: number) => (value: number | undefined) => (value === undefined ? '–' : value.toFixed(digits));
const whole = fixed(0);
const tenth = fixed(1);
const hundredth = fixed(2);
const percent = (value: number | undefined) => (value === undefined ? '–' : `${(value * 100).toFixed(0)} %`);
