import { existsSync } from 'node:fs';

/** Command prefix with which Linux ends a process together with the thread that started it: use the main thread. */
export function dieWithUs(): string[] {
  if (process.platform !== 'linux') return [];
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((place) => existsSync(place));
  return setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'INT', '--'];
}
