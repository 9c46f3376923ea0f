import { defineConfig } from 'vitest/config';
import { lastingProcesses } from './lasting-processes.ts';
import { LikelyFirst } from './likely-first.ts';

export default defineConfig({
  plugins: [lastingProcesses],
  test: {
    name: 'unit',
    include: ['src/model/**/*.test.ts'],
    setupFiles: ['scripts/mutation/forget-fault.ts', 'tests/harness/many-cases.ts'],
    sequence: { sequencer: LikelyFirst },
    isolate: false,
    testTimeout: 120_000,
  },
});
