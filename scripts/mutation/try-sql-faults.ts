import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { createVitest, type TestSpecification } from 'vitest/node';
import { ASKED_PERCENT } from './score.ts';
import services from './services.vitest.config.ts';
import { SQL_FAULTS, type SqlFault } from './sql-faults.ts';

const root = resolve(import.meta.dirname, '../..');
const filters = process.argv.slice(2);

const stale = Object.entries(SQL_FAULTS).flatMap(([file, faults]) => {
  const source = readFileSync(join(root, file), 'utf8');
  return faults.filter(([text]) => source.split(text).length !== 2).map(([text]) => `${file}: ${text.trim()}`);
});
if (stale.length > 0) throw new Error(`These places must be there once, see sql-faults.ts:\n${stale.join('\n')}`);

/** The mutated file that the tests load. */
let served: { file: string; text: string } | undefined;

const vitest = await createVitest(
  'test',
  {
    ...services.test,
    config: false,
    root,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    reporters: [{}],
    // It caches by the content on disk.
    fsModuleCache: false,
  },
  {
    plugins: [
      ...(services.plugins ?? []),
      { name: 'sql-fault', enforce: 'pre', transform: (_code, id) => (id === served?.file ? served.text : undefined) },
    ],
  },
);
// Each fault gets a new process.
vitest.provide('mutantActivation', 'static');
const tests = await vitest.globTestSpecifications();

const chosen = Object.entries(SQL_FAULTS).filter(
  ([file]) => filters.length === 0 || filters.some((it) => file.includes(it)),
);
/** Test files that passed without a fault. */
const wellWithout = new Set<string>();
const missed: string[] = [];
let tried = 0;
try {
  for (const [path, faults] of chosen)
    for (const fault of faults) {
      tried += 1;
      const at = `${path}: ${JSON.stringify(fault[0].trim())} → ${JSON.stringify(fault[1].trim())}`;
      const found = await isFound(join(root, path), fault);
      if (!found) missed.push(at);
      console.log(`${found ? 'found ' : 'MISSED'}  ${at}`);
    }
} finally {
  await vitest.close();
}
console.log(`SQL: ${tried - missed.length} of ${tried} faults found`);
process.exitCode = 100 * missed.length > (100 - ASKED_PERCENT) * tried ? 1 : 0;

/** Runs the tests beside the file first. */
async function isFound(file: string, [text, instead]: SqlFault): Promise<boolean> {
  const source = readFileSync(file, 'utf8');
  const beside = tests.filter(({ moduleId }) => dirname(moduleId) === dirname(file));
  served = { file, text: source.replace(text, () => instead) };
  vitest.invalidateFile(file);
  const red = (await redOf(beside)) ?? (await redOf(tests.filter((it) => !beside.includes(it))));
  served = undefined;
  vitest.invalidateFile(file);
  if (red && !wellWithout.has(red.moduleId)) {
    if (await redOf([red])) throw new Error(`${red.moduleId} is red without any fault.`);
    wellWithout.add(red.moduleId);
  }
  return red !== undefined;
}

/** The first test file that fails. */
async function redOf(specifications: TestSpecification[]): Promise<TestSpecification | undefined> {
  vitest.state.filesMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const red = testModules.find((it) => !it.ok());
  if (!red && unhandledErrors.length > 0) throw unhandledErrors[0];
  return specifications.find((it) => it.moduleId === red?.moduleId);
}
