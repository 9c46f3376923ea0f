import { readdirSync, readFileSync } from 'node:fs';

export interface Usage {
  readonly shopMs: number;
  readonly postgresMs: number;
  /** Without Postgres. */
  readonly shopMegabytes: number;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly ms: number;
  readonly ofEndedMs: number;
  readonly megabytes: number;
}

const TICK_MS = 10;
const PAGE = 4096;

/** Undefined on systems other than Linux. */
export function usageOf(shop: number, postmaster: number): Usage | undefined {
  const all = readProcesses();
  if (!all.some(({ pid }) => pid === shop)) return undefined;
  const database = treeOf(all, postmaster);
  const inDatabase = new Set(database.map(({ pid }) => pid));
  const own = treeOf(all, shop).filter(({ pid }) => !inDatabase.has(pid));
  const sum = (list: readonly Process[], of: (one: Process) => number) => list.reduce((all, one) => all + of(one), 0);
  return {
    shopMs: sum(own, ({ ms }) => ms),
    postgresMs: sum(database, ({ ms, ofEndedMs }) => ms + ofEndedMs),
    shopMegabytes: sum(own, ({ megabytes }) => megabytes),
  };
}

function treeOf(all: readonly Process[], root: number): Process[] {
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

function readProcesses(): Process[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readProcess(Number(name)) ?? []);
  } catch {
    return [];
  }
}

function readProcess(pid: number): Process | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may contain anything: fields are counted after it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const field = (place: number) => Number(fields[place - 3]);
    return {
      pid,
      parent: field(4),
      ms: (field(14) + field(15)) * TICK_MS,
      ofEndedMs: (field(16) + field(17)) * TICK_MS,
      megabytes: (field(24) * PAGE) / 1024 / 1024,
    };
  } catch {
    return undefined;
  }
}
