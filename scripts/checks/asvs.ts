import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASVS_LEVELS } from './asvs-levels.ts';

const PAGE = 'docs/asvs.md';
const VERDICTS = ['met', 'deviation', 'not attempted'] as const;
type Verdict = (typeof VERDICTS)[number] | 'out of scope';

interface Answer {
  readonly id: string;
  readonly level?: number;
  readonly verdict: string;
  readonly ground: string;
  readonly line: number;
}

export function asvsFaults(root: string, levels: ReadonlyMap<string, number> = ASVS_LEVELS): string[] {
  const text = readFileSync(join(root, PAGE), 'utf8');
  const answers = [...answersIn(text)];
  const faults = answers.flatMap((answer) =>
    faultsOf(root, answer, levels).map((fault) => `${PAGE}:${answer.line}  ${answer.id} ${fault}`),
  );
  const answered = new Set<string>();
  for (const { id, line } of answers) {
    if (answered.has(id)) faults.push(`${PAGE}:${line}  ${id} is answered twice`);
    answered.add(id);
  }
  for (const id of levels.keys()) if (!answered.has(id)) faults.push(`${PAGE}  has no row for ${id}`);
  for (const row of totals(answers, levels)) if (!text.includes(row)) faults.push(`${PAGE}  lacks the row ${row}`);
  return faults;
}

/** Rows: `| V1.1.1 | 2 | about | met | proof |`, or out of scope `| V4.3.1 V4.3.2 | why |`. */
function* answersIn(text: string): Generator<Answer> {
  for (const [index, row] of text.split('\n').entries()) {
    const cells = row.split('|').map((cell) => cell.trim());
    if (!/^V[\d.]+( V[\d.]+)*$/.test(cells[1] ?? '')) continue;
    const ids = cells[1]?.split(' ') ?? [];
    const line = index + 1;
    if (cells.length === 4) for (const id of ids) yield { id, verdict: 'out of scope', ground: cells[2] ?? '', line };
    else yield { id: ids.join(' '), level: Number(cells[2]), verdict: cells[4] ?? '', ground: cells[5] ?? '', line };
  }
}

function faultsOf(root: string, { id, level, verdict, ground }: Answer, levels: ReadonlyMap<string, number>): string[] {
  if (!levels.has(id)) return ['is no item'];
  if (verdict === 'out of scope') return ground ? [] : ['does not say why it is out of scope'];
  const faults: string[] = [];
  if (level !== levels.get(id)) faults.push(`has level ${levels.get(id)}`);
  if (!VERDICTS.some((it) => it === verdict)) faults.push(`has no verdict: ${VERDICTS.join(', ')}`);
  const proofs = [...proofsIn(ground)];
  if (verdict === 'met' && proofs.length === 0) faults.push('is met by nothing: name a test, a check or a document');
  if (verdict !== 'met' && ground.length < 20) faults.push('does not say why it is not met');
  return [...faults, ...proofs.flatMap((proof) => faultsOfProof(root, proof))];
}

interface Proof {
  readonly path: string;
  readonly anchor: string | undefined;
  readonly title: string | undefined;
}

/** `path`, `path#anchor`, or `path` "title". */
function* proofsIn(ground: string): Generator<Proof> {
  for (const [, path = '', anchor, title] of ground.matchAll(/`([\w.@/-]+\.\w+)(?:#([\w-]+))?`(?: "([^"]+)")?/g))
    yield { path, anchor, title };
}

function faultsOfProof(root: string, { path, anchor, title }: Proof): string[] {
  if (!existsSync(join(root, path))) return [`names ${path}, which does not exist`];
  const text = readFileSync(join(root, path), 'utf8');
  if (anchor && !anchorsIn(text).has(anchor)) return [`names the heading #${anchor}, which ${path} does not have`];
  if (title && !holdsTitle(text, title)) return [`names the test "${title}", which ${path} does not have`];
  return [];
}

function holdsTitle(text: string, title: string): boolean {
  const beginning = title.endsWith('…');
  return ["'", '"', '`'].some((quote) =>
    text.includes(beginning ? quote + title.slice(0, -1).trimEnd() : quote + title + quote),
  );
}

const anchorsIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );

function totals(answers: readonly Answer[], levels: ReadonlyMap<string, number>): string[] {
  const kinds: readonly Verdict[] = [...VERDICTS, 'out of scope'];
  const count = (kind: string, level?: number) =>
    answers.filter(({ id, verdict }) => verdict === kind && (level === undefined || levels.get(id) === level)).length;
  return [1, 2, 3, undefined].map((level) => {
    const counts = kinds.map((kind) => count(kind, level));
    const all = counts.reduce((sum, it) => sum + it, 0);
    return `| ${[level ?? 'all', all, all - count('out of scope', level), ...counts.slice(0, 3)].join(' | ')} |`;
  });
}
