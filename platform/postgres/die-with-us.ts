import { existsSync } from 'node:fs';

/**
 * The words before a command that make the kernel interrupt it when the thread that started it ends, however hard: so
 * start it from the main thread. Only Linux can; elsewhere the next start sees to what a killed shop left.
 */
export function dieWithUs(): string[] {
  if (process.platform !== 'linux') return [];
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((place) => existsSync(place));
  return setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'INT', '--'];
}
