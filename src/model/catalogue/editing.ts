/** How often the edit pages of a tool say that they are open. */
export const HEARTBEAT_MS = 20_000;

/** Whoever was not heard of for this long has gone: two heartbeats may get lost. */
const GONE_AFTER_MS = 60_000;

/** A page in which nobody pressed or typed anything for this long says nothing more, and keeps no session in use. */
const AWAY_AFTER_MS = 30 * 60_000;

/** Whoever was last heard of at this moment, or before it, has gone by now. */
export const goneSince = (now: Date): Date => new Date(now.getTime() - GONE_AFTER_MS);

/** Whether a page says that it is open. Times are in milliseconds. */
export const isAttended = ({ hidden, touchedAt }: { hidden: boolean; touchedAt: number }, now: number): boolean =>
  !hidden && now - touchedAt < AWAY_AFTER_MS;
