import { formatDatedDay } from './format-time.ts';

/** "29 Nov 2026, 23:59 UTC": the end of a price promise's last day. */
export const promisedUntilText = (validUntil: string): string => `${formatDatedDay(validUntil)}, 23:59\u00a0UTC`;
