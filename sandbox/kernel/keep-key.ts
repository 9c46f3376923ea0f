import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The secret key in the file, or a new one stored there. */
export function keepKey(file: string, prefix = 'sk_test_'): string {
  const known = read(file);
  if (known.startsWith(prefix) && /^[0-9a-f]{48}$/.test(known.slice(prefix.length))) {
    chmodSync(file, 0o600);
    return known;
  }
  const fresh = `${prefix}${randomBytes(24).toString('hex')}`;
  const draft = `${file}.new`;
  writeFileSync(draft, fresh, { mode: 0o600 });
  renameSync(draft, file);
  return fresh;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
