/** The part of a logger that the stand-in uses. No card number, key or client secret is ever written. */
export type SandboxLog = {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
