import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const KEPT_MS = 3 * 24 * 60 * 60 * 1000;

/** Removes files of earlier builds after three days: open pages and shops load them. `begun`, `now`: milliseconds. */
export function keepBefore(build: string, part: string, begun: number, now = Date.now()): void {
  const list = join(build, `.outdated-${part}`);
  const known = readList(list);
  const outdated: Record<string, number> = {};
  for (const entry of readdirSync(join(build, part), { recursive: true, encoding: 'utf8' })) {
    const path = entry.split(sep).join('/');
    const file = join(build, part, path);
    const seen = statSync(file);
    if (!seen.isFile() || seen.mtimeMs >= begun) continue;
    const since = known[path] ?? now;
    if (now - since > KEPT_MS) rmSync(file);
    else outdated[path] = since;
  }
  writeFileSync(list, JSON.stringify(outdated));
}

function readList(path: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // After the first build there is none: all outdated files count from today.
    return {};
  }
}
