import { and, count, eq, gt, min, sum } from 'drizzle-orm';
import { UPLOAD } from '#model/images/upload.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { PictureRefusal } from '#outside/images/pictures.ts';
import { person } from '#tables/identity.ts';
import { upload } from '#tables/images.ts';
import type { Context } from '../kernel/context.ts';
import { transact } from '../kernel/transact.ts';
import { keepPicture, keyOf } from './keep-picture.ts';
import { holdPicture } from './use-picture.ts';

export const HOURLY = {
  customer: { pictures: 20, bytes: 50 * 1024 * 1024 },
  admin: { pictures: 500, bytes: 500 * UPLOAD.maxBytes },
} as const;
const HOUR = 3_600_000;

export interface TooManyUploads {
  readonly code: 'too_many_uploads';
  readonly retryAfter: number;
}

export type UploadRefusal = PictureRefusal | TooManyUploads;

export async function uploadPicture(
  context: Pick<Context, 'db' | 'clock' | 'pictures' | 'encoder'>,
  personId: string,
  bytes: Uint8Array,
): Promise<Outcome<{ image: string }, UploadRefusal>> {
  const noted = await noteUpload(context, personId, bytes);
  if (!noted.ok) return noted;
  return keepPicture(context, bytes);
}

/** The row lock counts one person's pictures one by one, so that parallel ones cannot exceed the limit. */
function noteUpload(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  personId: string,
  bytes: Uint8Array,
): Promise<Outcome<undefined, TooManyUploads>> {
  const now = clock().getTime();
  return transact(db, async (tx) => {
    const [sender] = await tx
      .select({ role: person.role })
      .from(person)
      .where(eq(person.id, personId))
      .for('no key update');
    const hourly = HOURLY[sender?.role ?? 'customer'];
    const [used] = await tx
      .select({ pictures: count(), bytes: sum(upload.bytes).mapWith(Number), oldest: min(upload.at) })
      .from(upload)
      .where(and(eq(upload.personId, personId), gt(upload.at, new Date(now - HOUR))));
    const full = used && (used.pictures >= hourly.pictures || (used.bytes ?? 0) + bytes.byteLength > hourly.bytes);
    if (full) {
      const free = (used.oldest?.getTime() ?? now) + HOUR;
      return failure({ code: 'too_many_uploads', retryAfter: Math.max(1, Math.ceil((free - now) / 1000)) });
    }
    const key = keyOf(bytes);
    await holdPicture(tx, key);
    await tx.insert(upload).values({ personId, key, bytes: bytes.byteLength, at: new Date(now) });
    return success(undefined);
  });
}
