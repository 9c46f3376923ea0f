import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chown, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** `path` has slashes on every system. */
export type BackedUpFile = { readonly path: string; readonly bytes: number; readonly sha256: string };

export type Owner = { readonly uid: number; readonly gid: number };

/** Readers see the whole file or none, also after a power failure: the name appears when the bytes are on disk. */
export async function writeDurably(
  file: string,
  bytes: string | Uint8Array,
  { mode, owner }: { mode: number; owner?: Owner | undefined },
): Promise<void> {
  const folder = path.dirname(file);
  const draft = path.join(folder, `.${randomUUID()}.new`);
  try {
    const handle = await open(draft, 'wx', mode);
    try {
      await handle.writeFile(bytes);
      if (owner) await handle.chown(owner.uid, owner.gid);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

export async function makeFolderDurably(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true });
  if (!firstMade) return;
  for (let current = folder; current.length >= firstMade.length; current = path.dirname(current))
    await syncFolder(path.dirname(current));
}

/** Puts a new name in the folder on disk. Windows cannot open a folder and needs no such step. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

const PIECE = 1 << 18;

/** Copies durably; returns size and SHA-256. Data appended meanwhile may be missing. Throws when `signal` aborts. */
export async function copyHashed(
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<{ bytes: number; sha256: string }> {
  const source = await open(from, 'r');
  try {
    const target = await open(to, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      const piece = Buffer.allocUnsafe(PIECE);
      let bytes = 0;
      for (;;) {
        signal?.throwIfAborted();
        const { bytesRead } = await source.read(piece, 0, PIECE);
        if (bytesRead === 0) break;
        const part = piece.subarray(0, bytesRead);
        hash.update(part);
        await target.writeFile(part);
        bytes += bytesRead;
      }
      await target.sync();
      return { bytes, sha256: hash.digest('hex') };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

export const digest = (text: string): { bytes: number; sha256: string } => ({
  bytes: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
});

export async function hashFile(file: string): Promise<{ bytes: number; sha256: string } | undefined> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const source = await open(file, 'r');
    for await (const part of source.createReadStream({ highWaterMark: PIECE })) {
      hash.update(part);
      bytes += part.length;
    }
    return { bytes, sha256: hash.digest('hex') };
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw thrown;
  }
}

export async function damagedFiles(folder: string, files: readonly BackedUpFile[]): Promise<string[]> {
  const damaged: string[] = [];
  await eachOf(files, async (file) => {
    const found = await hashFile(path.join(folder, file.path));
    if (found?.sha256 !== file.sha256 || found.bytes !== file.bytes) damaged.push(file.path);
  });
  return damaged.sort();
}

/** Copies a folder and gives everything in it to `owner`. `durable`: it is on disk when this resolves. */
export async function copyFolder(
  from: string,
  to: string,
  options: { owner: Owner | undefined; durable: boolean; signal?: AbortSignal | undefined },
): Promise<void> {
  await makeFor(to, options.owner);
  const entries = await readdir(from, { withFileTypes: true });
  await eachOf(entries, async (entry) => {
    options.signal?.throwIfAborted();
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target, options);
    else await copyFor(source, target, options);
  });
  if (options.durable) await syncFolder(to);
}

/** Copies a file, mode 0600; shares the original's blocks where the file system can. */
export async function copyFor(
  from: string,
  to: string,
  { owner, durable }: { owner: Owner | undefined; durable: boolean },
): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  const handle = await open(to, 'r+');
  try {
    await handle.chmod(0o600);
    if (owner) await handle.chown(owner.uid, owner.gid);
    if (durable) await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function makeFor(folder: string, owner: Owner | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (owner) await chown(folder, owner.uid, owner.gid);
}

const AT_ONCE = 8;

/** Runs `work` for a few at a time. The first failure stops it, after the work in progress. */
export async function eachOf<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const waiting = all[Symbol.iterator]();
  let failed = false;
  const worker = async () => {
    for (let next = waiting.next(); !next.done && !failed; next = waiting.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  const broken = ended.find((end) => end.status === 'rejected');
  if (broken) throw broken.reason;
}
