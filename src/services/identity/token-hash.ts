import { createHash } from 'node:crypto';

/** What leaks from the database cannot be used as a token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
