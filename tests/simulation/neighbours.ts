import { createHash } from 'node:crypto';
import { PICTURE_WIDTHS } from '#model/images/picture.ts';
import { failure, success } from '#model/kernel/outcome.ts';
import type { Google } from '#outside/identity/google.ts';
import type { PictureEncoder, PictureStore } from '#outside/images/pictures.ts';
import type { Mailer } from '#outside/mail/smtp.ts';
import type { Random } from './random.ts';
import type { Queue } from './schedule.ts';

/** What of the world is neither database nor payment provider: mail server, disk, picture maker and Google. */
export function createNeighbours(lots: {
  random: Random;
  rate: (site: string) => number;
  struck: (site: string) => void;
}) {
  const mails = new Map<string, number>();
  const files = new Set<string>();
  let attempts = 0;

  /** Pictures are also asked for within transactions, which are one step: they fail at once instead of waiting. */
  const strikes = (site: string) => {
    const struck = lots.random.chance(lots.rate(site));
    if (struck) lots.struck(site);
    return struck;
  };

  /** The disk as a piece of work meets it. */
  const disk = (task: string): PictureStore => ({
    put: async (path) => {
      const struck = strikes(`${task}: put`);
      // A full disk may be noticed before the file is there or only when all of it is written.
      if (!struck || lots.random.chance(0.5)) files.add(path);
      if (struck) throw new DiskFailure();
    },
    has: async (path) => {
      if (strikes(`${task}: has`)) throw new DiskFailure();
      return files.has(path);
    },
    get: async () => undefined,
    remove: async (key) => {
      const struck = strikes(`${task}: remove`);
      // Its files go one by one.
      const gone = [...files].filter((path) => path.startsWith(key));
      for (const path of struck ? gone.slice(0, lots.random.below(gone.length + 1)) : gone) files.delete(path);
      if (struck) throw new DiskFailure();
    },
  });

  const encoder = (task: string): PictureEncoder => ({
    encode: async () => {
      if (strikes(`${task}: encode`)) return failure({ code: 'damaged' as const });
      const sizes = PICTURE_WIDTHS.flatMap((width) => (['avif', 'webp'] as const).map((format) => ({ width, format })));
      return success(sizes.map((size) => ({ ...size, bytes: new Uint8Array(1) })));
    },
  });

  const mailer = (queue: Queue): Mailer => ({
    send: ({ key }) =>
      queue(
        'send',
        async () => {
          mails.set(key, (mails.get(key) ?? 0) + 1);
          return success(undefined);
        },
        { lost: failure({ code: 'unreachable' as const }) },
      ) as ReturnType<Mailer['send']>,
  });

  const google = (queue: Queue): Google => ({
    standIn: true,
    begin: () =>
      queue(
        'begin',
        async () => {
          attempts += 1;
          const state = `state-${attempts}`;
          return success({ state, nonce: 'n', verifier: 'v', url: `https://google.example/?state=${state}` });
        },
        { lost: failure({ code: 'unreachable' as const }) },
      ) as ReturnType<Google['begin']>,
    finish: (answer) =>
      queue(
        'finish',
        async () => {
          const who = answer.searchParams.get('who') ?? '';
          return success({
            issuer: 'https://google.example',
            ...{ subject: who, email: `${who}@example.com`, emailVerified: true, hostsEmail: true, name: who },
          });
        },
        { lost: failure({ code: 'unreachable' as const }) },
      ) as ReturnType<Google['finish']>,
  });

  return { mails, files, disk, encoder, mailer, google };
}

class DiskFailure extends Error {
  readonly code = 'ENOSPC';
}

/** A picture file of its own for each number. */
export const pictureFile = (n: number): Uint8Array => createHash('sha256').update(`picture ${n}`).digest();
