import { hash } from 'node:crypto';

export function tagOf(bytes: Uint8Array): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
}

/** Whether If-None-Match names the tag (RFC 9110, 13.1.2: a list, weak comparison). */
export function hasAlready(ifNoneMatch: string | undefined, tag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((it) => it.trim().replace(/^W\//, ''));
  return known.includes(tag) || known.includes('*');
}
