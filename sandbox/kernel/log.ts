/** Card numbers, keys and client secrets are never logged. */
export type SandboxLog = {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
