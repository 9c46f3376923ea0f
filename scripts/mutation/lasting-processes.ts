import type { TestProject, Vitest } from 'vitest/node';
import { endWaiting, LastingWorker } from './lasting-worker.ts';

/** Runs the tests of a project in processes that outlive a run. */
export const lastingProcesses = {
  name: 'lasting-processes',
  configureVitest({ project, vitest }: { project: TestProject; vitest: Vitest }) {
    project.config.pool = 'lasting';
    project.config.poolRunner = { name: 'lasting', createPoolWorker: (options) => new LastingWorker(options) };
    vitest.onClose(endWaiting);
  },
};
