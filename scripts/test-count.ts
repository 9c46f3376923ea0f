import { writeFileSync } from 'node:fs';
import { env } from 'node:process';
import type { Reporter, TestModule, TestSuite } from 'vitest/node';

export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/** Vitest reporter: writes a `Count` into the file TEST_COUNT and prints the tests' measurements. */
export default class TestCount implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const count = modules.reduce(addModule, { passed: 0, failed: unhandled.length, skipped: 0 });
    const measured = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) => test.annotations().map(({ message }) => `  ${message}`)),
    );
    if (measured.length > 0) console.log(['Measured, and judged by nobody:', ...measured].join('\n'));
    if (env.TEST_COUNT) writeFileSync(env.TEST_COUNT, JSON.stringify(count));
  }
}

/** An error outside the tests of a file or suite is one failure; each test that never ran is one more. */
function addModule(sum: Count, module: TestModule): Count {
  const count = { ...sum, failed: sum.failed + module.errors().length };
  for (const suite of module.children.allSuites()) count.failed += (suite as TestSuite).errors().length;
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    if (state === 'passed') count.passed += 1;
    else if (state === 'skipped') count.skipped += 1;
    else count.failed += 1;
  }
  return count;
}
