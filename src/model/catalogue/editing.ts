/** How often the edit pages of a tool say that they are open. */
export const HEARTBEAT_MS = 20_000;

/** Two heartbeats may get lost. */
const GONE_AFTER_MS = 60_000;

/** Without input for this long a page sends no heartbeat and does not prolong its session. */
const AWAY_AFTER_MS = 30 * 60_000;

export const goneSince = (now: Date): Date => new Date(now.getTime() - GONE_AFTER_MS);

export const isAttended = ({ hidden, touchedAt }: { hidden: boolean; touchedAt: number }, now: number): boolean =>
  !hidden && now - touchedAt < AWAY_AFTER_MS;
