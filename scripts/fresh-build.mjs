// Plain JavaScript, because every start imports it: stripping types would cost an open shop 15 MB of memory.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const SETTINGS = ['vite.config.ts', 'react-router.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'];

const SOURCES = {
  pages: ['src/web', 'src/model', 'src/contract', 'src/texts', 'content', 'public', ...SETTINGS],
  shop: [
    'src',
    'platform',
    'sandbox',
    'content',
    'public',
    'scripts/run-shop.ts',
    'scripts/bundle-shop.ts',
    ...SETTINGS,
  ],
};

/** Files with a new time and old content, as after a checkout, are hashed once and remembered. */
export function isFresh(root, part) {
  const known = readStamp(root, part);
  if (!known) return false;
  const now = look(root, part);
  if (known.look === now) return true;
  if (known.content !== hashOf(root, part)) return false;
  writeStamp(root, part, { ...known, look: now });
  return true;
}

/** Call it before the build, and `stamp` with the result after it. */
export function lookAtSources(root, part) {
  return { look: look(root, part), content: hashOf(root, part) };
}

export function stamp(root, part, sources) {
  writeStamp(root, part, sources);
}

export function forget(root, part) {
  rmSync(stampOf(root, part), { force: true });
}

function look(root, part) {
  const hash = createHash('sha256');
  for (const { path, size, ctimeMs } of filesOf(root, part)) hash.update(`${path} ${size} ${ctimeMs}\n`);
  return hash.digest('hex');
}

function hashOf(root, part) {
  const hash = createHash('sha256');
  for (const { path, size } of filesOf(root, part))
    hash.update(`${path} ${size}\n`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

function filesOf(root, part) {
  return SOURCES[part]
    .flatMap((source) => pathsBelow(root, source))
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .sort()
    .map((path) => ({ path, stat: statSync(join(root, path), { throwIfNoEntry: false }) }))
    .filter(({ stat }) => stat?.isFile())
    .map(({ path, stat }) => ({ path, size: stat.size, ctimeMs: stat.ctimeMs }));
}

function pathsBelow(root, source) {
  try {
    return readdirSync(join(root, source), { recursive: true }).map((path) => `${source}/${path.split(sep).join('/')}`);
  } catch {
    return [source];
  }
}

const stampOf = (root, part) => join(root, 'build', `.${part}`);

function readStamp(root, part) {
  try {
    return JSON.parse(readFileSync(stampOf(root, part), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Another account may own the build: then each start reads the sources again. */
function writeStamp(root, part, sources) {
  try {
    writeFileSync(stampOf(root, part), JSON.stringify(sources));
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EROFS' && error.code !== 'EPERM') throw error;
  }
}
