import { defineConfig } from 'vitest/config';

export default defineConfig(({ mode }) => ({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'src/*.test.ts',
            'src/{model,contract,outside,sandbox,web}/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'content/**/*.test.ts',
            'tests/{law,model}/**/*.test.ts',
          ],
          setupFiles: ['tests/harness/many-cases.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'database',
          include: [
            'src/{database,tables,services,http}/**/*.test.ts',
            'tests/{attacks,bench,races,simulation}/**/*.test.ts',
          ],
          globalSetup: ['tests/harness/database.ts'],
          // One module graph for all files of a worker: evaluating it again for each costs three times the CPU.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/{journeys,crash}/**/*.test.ts'],
          globalSetup: ['tests/harness/shop.ts'],
          // After all others, so that a browser never waits for a processor.
          sequence: { groupOrder: 1 },
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'screens',
          include: ['tests/screens/**/*.test.ts'],
          globalSetup: ['tests/harness/shop.ts'],
          sequence: { groupOrder: 3 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'spec',
          include: ['tests/spec/**/*.test.ts'],
          globalSetup: ['tests/harness/shop.ts', 'tests/harness/chromium.ts'],
          isolate: false,
          sequence: { groupOrder: 2 },
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // Programs of the machine are wanted here, and minutes.
      ...(mode === 'night'
        ? [{ test: { name: 'machines', include: ['tests/machines/**/*.test.ts'], sequence: { groupOrder: 4 } } }]
        : []),
    ],
  },
}));
