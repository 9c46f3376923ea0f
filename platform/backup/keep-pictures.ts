import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type BackedUpFile, copyHashed, eachOf, hashFile, syncFolder } from '#platform/files/durable-files.ts';

const KEY = /^[0-9a-f]{32}$/;
const SIZE = /^\d+\.(avif|webp)$/;
const DRAFT = /^\..+\.new$/;
const DAY = 86_400_000;

/** Copies missing pictures; returns how many. A named file never changes, and several processes may copy at once. */
export async function copyPictures(from: string, to: string, signal: AbortSignal): Promise<number> {
  let copied = 0;
  for await (const { source, target, names } of missing(from, to)) {
    await mkdir(target, { recursive: true, mode: 0o755 });
    for (const name of names) {
      const draft = path.join(target, `.${name}.${randomUUID()}.new`);
      try {
        await copyHashed(path.join(source, name), draft, signal);
        await rename(draft, path.join(target, name));
      } catch (thrown) {
        await rm(draft, { force: true });
        throw thrown;
      }
      copied += 1;
    }
    await dropOldDrafts(target);
    await syncFolder(target);
    await syncFolder(to);
  }
  return copied;
}

/** How many bytes `copyPictures` would copy. */
export async function bytesOfMissing(from: string, to: string): Promise<number> {
  let bytes = 0;
  for await (const { source, names } of missing(from, to))
    for (const name of names) bytes += (await stat(path.join(source, name)).catch(() => undefined))?.size ?? 0;
  return bytes;
}

async function* missing(from: string, to: string) {
  for (const key of await keysIn(from)) {
    const [source, target] = [path.join(from, key), path.join(to, key)];
    const present = new Set(await namesIn(target));
    const names = (await namesIn(source)).filter((name) => !present.has(name));
    if (names.length > 0) yield { source, target, names };
  }
}

/** Removes what killed copies left; a draft of the last day may be in use. */
async function dropOldDrafts(folder: string): Promise<void> {
  for (const name of (await entriesOf(folder)).filter((entry) => DRAFT.test(entry))) {
    const draft = path.join(folder, name);
    const found = await stat(draft).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > DAY) await rm(draft, { force: true });
  }
}

/** Every picture of the pool with its SHA-256; files in `known` are not read again. */
export async function listPictures(pool: string, known: readonly BackedUpFile[]): Promise<BackedUpFile[]> {
  const before = new Map(known.map((file) => [file.path, file]));
  const files: BackedUpFile[] = [];
  await eachOf(await keysIn(pool), async (key) => {
    for (const name of await namesIn(path.join(pool, key))) {
      const file = `${key}/${name}`;
      const found = before.get(file) ?? (await hashFile(path.join(pool, file)));
      if (found) files.push({ path: file, bytes: found.bytes, sha256: found.sha256 });
    }
  });
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

export async function dropPictures(pool: string, kept: ReadonlySet<string>): Promise<void> {
  for (const key of await keysIn(pool)) {
    if (!kept.has(key)) await rm(path.join(pool, key), { recursive: true, force: true });
  }
}

export async function keysIn(folder: string): Promise<string[]> {
  return (await entriesOf(folder)).filter((entry) => KEY.test(entry));
}

const namesIn = async (folder: string) => (await entriesOf(folder)).filter((entry) => SIZE.test(entry));

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw thrown;
  }
}
