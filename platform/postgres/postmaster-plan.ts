import type { Binaries } from './binaries.ts';
import type { ClusterFolder } from './cluster-folder.ts';
import type { ConnectionOptions } from './connection.ts';
import type { OsAccount } from './os-account.ts';

/** What a Postgres is started with. */
export type PostmasterPlan = {
  folder: ClusterFolder;
  binaries: Binaries;
  account: OsAccount | undefined;
  durable: boolean;
  admin: ConnectionOptions;
  log: (line: string) => void;
  /** Settings of Postgres beside those that all our servers have. */
  settings?: Readonly<Record<string, string>>;
  /** How long the start may take, in milliseconds; 2 minutes unless said. */
  readyWithin?: number;
};
