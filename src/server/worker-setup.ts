import type { ConnectionOptions } from '#platform/postgres/connection.ts';
import type { KnownStandIns } from './stand-ins.ts';

/** Where a worker finds what the process that started it keeps for all. */
export interface WorkerSetup {
  /** Address of the pages' server build. */
  readonly pages: string;
  readonly database: string | ConnectionOptions;
  readonly standIns: KnownStandIns;
  /** Where this machine reaches what browsers see of the stand-ins. */
  readonly mounts: string;
}
