import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const KEPT_MS = 3 * 24 * 60 * 60 * 1000;

/**
 * Decides about the files of a built folder that the last build did not write. Pages that are open, and a shop that
 * runs, came from a build before and still ask for them: they stay for three days after the build that outdates them.
 * @param part name of the list of outdated files, which is kept beside the folder
 * @param begun when the last build began; milliseconds, as `now`
 */
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
    // None is there after the first build; without a list all that is outdated is so from today on.
    return {};
  }
}
