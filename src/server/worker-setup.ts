import type { ConnectionOptions } from '#platform/postgres/connection.ts';
import type { KnownStandIns } from './stand-ins.ts';

export interface WorkerSetup {
  readonly pages: string;
  readonly database: string | ConnectionOptions;
  readonly standIns: KnownStandIns;
  /** Where `serveMounts` serves the stand-ins. */
  readonly mounts: string;
}
