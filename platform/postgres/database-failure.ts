import { failure, type failure as refuse } from '#platform/outcome.ts';

/** `message` is one sentence for a person, and says what to do. */
export type DatabaseFailure = { code: DatabaseFailureCode; message: string };

export type DatabaseFailureCode =
  | 'platform-unsupported'
  | 'binaries-unusable'
  | 'account-unusable'
  | 'folder-unusable'
  | 'folder-in-use'
  | 'disk-full'
  | 'data-damaged'
  | 'version-unsupported'
  | 'start-failed'
  | 'start-interrupted'
  | 'unreachable'
  | 'migration-misnamed'
  | 'migration-changed'
  | 'migration-unknown'
  | 'migration-failed';

export function databaseFailure(
  code: DatabaseFailureCode,
  message: string,
): ReturnType<typeof refuse<DatabaseFailure>> {
  return failure({ code, message });
}

export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error && thrown.message !== '' ? thrown.message : String(thrown);
}
