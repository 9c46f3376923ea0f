import type { Binaries } from './binaries.ts';
import type { ClusterFolder } from './cluster-folder.ts';
import type { ConnectionOptions } from './connection.ts';
import type { OsAccount } from './os-account.ts';

export type PostmasterPlan = {
  folder: ClusterFolder;
  binaries: Binaries;
  account: OsAccount | undefined;
  durable: boolean;
  admin: ConnectionOptions;
  log: (line: string) => void;
  settings?: Readonly<Record<string, string>>;
  /** Limit of the start in milliseconds; 2 minutes by default. */
  readyWithin?: number;
};
