import { defineConfig } from 'vitest/config';

/** Milliseconds. Long enough for a busy machine: only what fails waits for them. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

export default defineConfig(({ mode }) => ({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'src/*.test.ts',
            'src/{model,contract,texts,outside,web}/**/*.test.{ts,tsx}',
            'sandbox/**/*.test.ts',
            'scripts/**/*.test.ts',
            'content/**/*.test.ts',
            'tests/{checks,model}/**/*.test.ts',
          ],
          setupFiles: ['tests/harness/many-cases.ts', 'tests/harness/fixed-day.ts'],
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'database',
          include: [
            'platform/**/*.test.ts',
            'src/{tables,services,http,server}/**/*.test.ts',
            'tests/{attacks,bench,races,simulation}/**/*.test.ts',
          ],
          globalSetup: ['tests/harness/database.ts'],
          // One module graph for all files of a worker: evaluating it again for each costs three times the CPU.
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/{journeys,crash}/**/*.test.ts'],
          globalSetup: ['tests/harness/shop.ts'],
          isolate: false,
          // After all others, so that a browser never waits for a processor.
          sequence: { groupOrder: 1 },
          ...patience,
        },
      },
      {
        test: {
          name: 'screens',
          include: ['tests/screens/**/*.test.ts'],
          globalSetup: ['tests/harness/shop.ts'],
          sequence: { groupOrder: 3 },
          ...patience,
        },
      },
      {
        test: {
          name: 'spec',
          include: ['tests/spec/**/*.test.ts'],
          globalSetup: ['tests/harness/shop.ts'],
          isolate: false,
          sequence: { groupOrder: 2 },
          ...patience,
        },
      },
      // Programs of the machine are wanted here, and minutes.
      ...(mode === 'night'
        ? [{ test: { name: 'machines', include: ['tests/machines/**/*.test.ts'], sequence: { groupOrder: 4 } } }]
        : []),
    ],
  },
}));
