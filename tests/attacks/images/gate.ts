import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { createApp } from '#http/app.ts';
import { listen } from '#http/listen.ts';
import { createChildEncoder } from '#outside/images/child-encoder.ts';
import { createFileStore } from '#outside/images/file-store.ts';
import { createSharpEncoder } from '#outside/images/sharp-encoder.ts';
import type { ChildLimits } from '#outside/kernel/limited-child.ts';
import { keyOf } from '#services/images/keep-picture.ts';
import { ownShop } from '../../harness/own-shop.ts';
import { shopState } from '../../harness/shop-state.ts';
import { type Answer, type ImageAttack, riffPlaces } from './bytes.ts';

/** Uploads under way at once. */
const AT_ONCE = 4;
const SIZES = [320, 640, 960, 1200].flatMap((width) => [`${width}.avif`, `${width}.webp`]).sort();

interface Gate {
  /** Of the processes in which pictures are made. */
  readonly limits?: ChildLimits;
  /** Makes pictures in this process, which saves most of the time: for files that are small and many. */
  readonly inProcess?: boolean;
}

/** The shop behind a real port, as strangers send files to it. */
export async function openGate({ limits, inProcess = false }: Gate = {}) {
  const shop = await ownShop();
  const folder = await mkdtemp(join(tmpdir(), 'gate-'));
  const log = pino({ level: 'silent' });
  const encoder = inProcess ? createSharpEncoder() : createChildEncoder(limits);
  const context = { ...shop.context, pictures: createFileStore(folder), encoder };
  const opened = await listen({ port: 0, host: '127.0.0.1' }, log);
  if (!opened.ok) throw new Error(opened.failure);
  const origin = `http://127.0.0.1:${opened.value.port}`;
  opened.value.serve(createApp({ context, publicOrigin: origin, shopName: 'Toolyard' }).fetch);
  afterAll(async () => {
    await opened.value.close();
    await rm(folder, { recursive: true });
  });
  const { token } = await shop.person();
  const authorization = `Bearer ${token}`;
  const filesOf = (bytes: Buffer) => readdir(join(folder, keyOf(bytes))).catch(() => []);

  /** All rows but those that count what was sent: a refused picture counts too. */
  async function state(): Promise<string> {
    await shop.sql`delete from upload`;
    return shopState(shop.sql);
  }

  /** Sends a body as it is. What this person may send within an hour is no part of these tests. */
  async function post(body: BodyInit, headers: Record<string, string> = {}) {
    await shop.sql`delete from upload`;
    const answer = await fetch(`${origin}/images`, { method: 'POST', headers: { authorization, ...headers }, body });
    const { status, headers: heard } = answer;
    return { status, type: heard.get('content-type'), body: (await answer.json()) as Record<string, unknown> };
  }

  /** Sends one file and answers what is wrong with what came of it; undefined when nothing is. */
  async function fault([what, expected, bytes]: readonly [string, Answer | 'any', Buffer]): Promise<
    string | undefined
  > {
    const form = new FormData();
    form.append('image', new File([new Uint8Array(bytes)], 'picture.jpg', { type: 'image/jpeg' }));
    const { status, type, body } = await post(form);
    const answer = status === 200 ? 'kept' : String(body.code);
    const fits = { any: true, refused: /^picture_(too_large|damaged)$/.test(answer) }[String(expected)];
    if (!(fits ?? answer === expected)) return `${what}: ${answer} instead of ${expected}`;
    const files = (await filesOf(bytes)).sort();
    if (answer !== 'kept') {
      const told = status >= 400 && status < 500 && type === 'application/problem+json' && isAdvice(body);
      if (!told) return `${what}: answered ${status} ${type} ${JSON.stringify(body)}`;
      return files.length > 0 ? `${what}: refused, and left ${files.join()}` : undefined;
    }
    if (files.join() !== SIZES.join()) return `${what}: left ${files.join()}`;
    for (const file of files) {
      const flaw = flawOf(await readFile(join(folder, keyOf(bytes), file)), file);
      if (flaw) return `${what}: ${file} has ${flaw}`;
    }
    return undefined;
  }

  return {
    origin,
    authorization,
    post,
    /**
     * Sends all files, a few at once, and answers what went wrong, with the name of the file. Beside each of them
     * somebody else makes a call, which must be answered too.
     */
    async faults(attacks: readonly (readonly [string, Answer | 'any', Buffer])[]): Promise<string[]> {
      const before = await state();
      const rest = attacks.values();
      const found: string[] = [];
      const sender = async () => {
        for (const attack of rest) {
          const [wrong, other] = await Promise.all([fault(attack), fetch(`${origin}/readyz`)]);
          if (wrong) found.push(wrong);
          if (other.status !== 200) found.push(`${attack[0]}: others got ${other.status}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, sender));
      if ((await state()) !== before) found.push('rows have changed');
      return [...found, ...(await this.litter())];
    },
    /** What lies in the folder and is no size of a picture. */
    litter: async () =>
      (await readdir(folder, { recursive: true })).filter(
        (it) => !/^[0-9a-f]{32}(\/(320|640|960|1200)\.(avif|webp))?$/.test(it),
      ),
    everyFile: async () => (await readdir(folder, { recursive: true })).sort(),
  };
}

/** Names the field, and says in whole sentences what to do. */
function isAdvice({ detail, errors }: Record<string, unknown>): boolean {
  const [first] = (errors ?? []) as { field: string; message: string }[];
  return first?.field === 'image' && /^[A-Z].*(Choose|Send|Try) .*\.$/.test(first.message) && detail === first.message;
}

/** What a kept file has beside its pixels; undefined when nothing. */
function flawOf(bytes: Buffer, name: string): string | undefined {
  const found = /canary|<script|<\?php|Exif|xmpmeta|8BIM|ICC_PROFILE|ftypmp42|%PDF/i.exec(bytes.toString('latin1'));
  if (found) return found[0];
  if (name.endsWith('.webp')) {
    const parts = riffPlaces(bytes)
      .slice(0, -1)
      .map((at) => bytes.toString('latin1', at, at + 4));
    return parts.length === 1 && /^VP8[ L]$/.test(parts[0] ?? '') ? undefined : `the parts ${parts.join()}`;
  }
  const boxes = boxesOf(bytes);
  return boxes.join() === 'ftyp,meta,mdat' && !bytes.includes('mime') ? undefined : `the boxes ${boxes.join()}`;
}

function boxesOf(avif: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= avif.length; at += Math.max(8, avif.readUInt32BE(at)))
    names.push(avif.toString('latin1', at + 4, at + 8));
  return names;
}

/** Each file is another one. */
export const differentFiles = (attacks: readonly ImageAttack[]): number =>
  new Set(attacks.map(([, , bytes]) => keyOf(bytes))).size;
