import { createHash } from 'node:crypto';

/** What the database keeps of a random token: whoever reads it cannot use it. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
