import type { ToolId } from '#model/kernel/ids.ts';
import { beginGoogle } from '#services/identity/begin-google.ts';
import { finishGoogle } from '#services/identity/finish-google.ts';
import { uploadPicture } from '#services/images/upload-picture.ts';
import { changeStock } from '#services/inventory/change-stock.ts';
import type { Context } from '#services/kernel/context.ts';
import { onTheShelf } from '#services/orders/shipping/on-the-shelf.ts';
import { updateProfile } from '#services/people/update-profile.ts';
import { pictureFile } from './neighbours.ts';
import type { Random } from './random.ts';

/** What customers do beside buying. */
export const ERRANDS = ['upload', 'portrait', 'google begins', 'google ends'] as const;
export type Errands = Record<string, () => Promise<void> | void>;

export function errands(its: {
  random: Random;
  people: readonly string[];
  admin: string;
  hammer: ToolId;
  start: (task: string, work: (context: Context) => Promise<unknown>) => Promise<void>;
  wrong: (what: string) => void;
}): Errands {
  const { random, people, admin, hammer, start } = its;
  const images: string[] = [];
  const begun: { browser: string; state: string; entered: boolean }[] = [];
  return {
    restock: () => {
      const kind = random.one(['restock', 'correction', 'correction'] as const);
      const change = { kind, pieces: random.one([2, 5, 9]), counted: undefined, reason: 'Delivery' };
      return start('restock', (context) => changeStock(context, admin, hammer, change, undefined, onTheShelf));
    },
    upload: () =>
      start('upload', async (context) => {
        const kept = await uploadPicture(context, random.one(people), pictureFile(random.below(3)));
        if (kept.ok) images.push(kept.value.image);
      }),
    portrait: () => {
      const photo = images.at(random.below(Math.max(images.length, 1)));
      if (!photo) return;
      const told = { education: 'E', location: 'L', phone: '5550142200', linkedin: 'https://www.linkedin.com/in/a' };
      return start('portrait', (context) => updateProfile(context, random.one(people), { ...told, photo } as never));
    },
    'google begins': () =>
      start('google begins', async (context) => {
        const attempt = await beginGoogle(context, undefined, undefined, 'a network');
        if (!attempt.ok) return;
        const { browser, url } = attempt.value;
        begun.push({ browser, state: new URL(url).searchParams.get('state') ?? '', entered: false });
      }),
    'google ends': () => {
      const attempt = begun.at(random.below(Math.max(begun.length, 1)));
      if (!attempt) return;
      const answer = new URL(`http://shop.test/auth/google/callback?state=${attempt.state}`);
      answer.searchParams.set('who', random.one(['a', 'b', 'new']));
      return start('google ends', async (context) => {
        const entered = await finishGoogle(context, answer, attempt.browser, 'a network');
        if (entered.ok && attempt.entered) its.wrong(`${attempt.state} let somebody in twice`);
        if (entered.ok) attempt.entered = true;
      });
    },
  };
}
