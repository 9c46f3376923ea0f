import { hash } from 'node:crypto';

/** The tag of these bytes, as an ETag header has it. */
export function tagOf(bytes: Uint8Array): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
}

/** Whether the sender already has what the tag names (RFC 9110, 13.1.2: a list, compared without the mark of weakness). */
export function hasAlready(ifNoneMatch: string | undefined, tag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((it) => it.trim().replace(/^W\//, ''));
  return known.includes(tag) || known.includes('*');
}
