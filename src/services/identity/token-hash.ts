import { hash } from 'node:crypto';

/** What leaks from the database cannot be used as a token. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
