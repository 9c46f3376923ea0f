export function violatedConstraint(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return undefined;
  const { code, constraint: name } = cause as { code: unknown; constraint?: string };
  return code === '23505' || code === '23514' ? name : undefined;
}
