/** Stryker's settings for both runs: rules without, services with a database. */
export const strykerFor = (run: 'rules' | 'services') => ({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation/texts.ts'],
  ignorers: ['texts'],
  vitest: { configFile: `scripts/mutation/${run}.vitest.config.ts` },
  ignorePatterns: ['/.*', '/build', '/docs', '/public', '/screens', '/coverage', '/scripts/mutation/node_modules'],
  reporters: ['clear-text', 'html', 'progress-append-only'],
  clearTextReporter: { reportTests: false, reportScoreTable: false, allowColor: false },
  htmlReporter: { fileName: `reports/mutation/${run}.html` },
  // Results stay until a file or its tests change: a run may be made in pieces.
  incremental: true,
  incrementalFile: `reports/mutation/${run}.json`,
  // A missing file: sources run without a compiler.
  tsconfigFile: 'scripts/mutation/no-tsconfig.json',
  disableTypeChecks: false,
  tempDirName: '.stryker',
  concurrency: 2,
  // On a busy machine a slow test must not look like an endless one.
  timeoutMS: 60_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 60,
  warnings: { slow: false },
  thresholds: { high: 95, low: 90, break: null },
});
