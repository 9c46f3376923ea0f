/** The session has ended, the server is read-only, or a prepared statement is void. */
export const isLoss = (error: unknown): boolean => codesOf(error).some((code) => LOSS.test(code)) || isVoidPlan(error);

export const isReadOnly = (error: unknown): boolean => codesOf(error).includes('25006');

/** A prepared statement whose tables changed, or that is gone. It was not run. */
export const isVoidPlan = (error: unknown): boolean =>
  codesOf(error).includes('26000') ||
  (codesOf(error).includes('0A000') && /cached plan must not change result type/.test(String(messageOf(error))));

const LOSS = /^(?:25006|25P03|25P04|57P|08|CONNECTION_|DATABASE_|ECONN|EPIPE)/;

/** Drizzle wraps the driver's error. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let it = error; it instanceof Error; it = it.cause) codes.push(String((it as { code?: unknown }).code));
  return codes;
}

function messageOf(error: unknown): string {
  let it = error;
  while (it instanceof Error && it.cause instanceof Error) it = it.cause;
  return it instanceof Error ? it.message : '';
}
