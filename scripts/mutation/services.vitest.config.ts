import { defineConfig } from 'vitest/config';
import { lastingProcesses } from './lasting-processes.ts';
import { LikelyFirst } from './likely-first.ts';

/** Tests of money and stock on a database, without a browser. */
export default defineConfig({
  plugins: [lastingProcesses],
  test: {
    name: 'database',
    include: [
      'src/services/{orders,payments}/*.test.ts',
      'src/http/payments/*.test.ts',
      'src/services/catalogue/delete-tool.test.ts',
      'src/services/inventory/change-stock.test.ts',
      'tests/attacks/{payments,quantities}.test.ts',
    ],
    // Too slow to run for each fault.
    exclude: [
      'src/services/orders/shares.test.ts',
      'src/services/orders/stock.test.ts',
      'src/services/payments/order-mails.test.ts',
    ],
    setupFiles: ['scripts/mutation/forget-fault.ts'],
    globalSetup: ['tests/harness/database.ts'],
    sequence: { sequencer: LikelyFirst },
    isolate: false,
    // A race is run a hundred times, and tells no fault that the other tests miss.
    testNamePattern: /^(?!.*RACE-)/,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
