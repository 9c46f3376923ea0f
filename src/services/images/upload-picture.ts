import { and, count, eq, gt, min, sum } from 'drizzle-orm';
import { UPLOAD } from '#model/images/picture.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { PictureRefusal } from '#outside/images/pictures.ts';
import { person } from '#tables/identity.ts';
import { upload } from '#tables/images.ts';
import type { Context } from '../kernel/context.ts';
import { transact } from '../kernel/transact.ts';
import { keepPicture, keyOf } from './keep-picture.ts';
import { holdPicture } from './picture-lock.ts';

/** What one person may send within an hour, by role. A picture that is refused counts: it was decoded too. */
export const HOURLY = {
  customer: { pictures: 20, bytes: 50 * 1024 * 1024 },
  // A catalogue is filled at one go.
  admin: { pictures: 500, bytes: 500 * UPLOAD.maxBytes },
} as const;
const HOUR = 3_600_000;

/** `retryAfter` is in seconds. */
export interface TooManyUploads {
  readonly code: 'too_many_uploads';
  readonly retryAfter: number;
}

export type UploadRefusal = PictureRefusal | TooManyUploads;

/** Keeps a picture that a person sent. What is kept but not used by anything a day later is removed again. */
export async function uploadPicture(
  context: Pick<Context, 'db' | 'clock' | 'pictures' | 'encoder'>,
  personId: string,
  bytes: Uint8Array,
): Promise<Outcome<{ image: string }, UploadRefusal>> {
  const noted = await noteUpload(context, personId, bytes);
  if (!noted.ok) return noted;
  const kept = await keepPicture(context, bytes);
  // Nothing was done for it, so it takes nothing from what the person may send.
  if (!kept.ok && kept.failure.code === 'busy') await context.db.delete(upload).where(eq(upload.id, noted.value));
  return kept;
}

/** Counts one person's pictures one after the other, so that sending many at once gains nothing. */
function noteUpload(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  personId: string,
  bytes: Uint8Array,
): Promise<Outcome<string, TooManyUploads>> {
  const now = clock().getTime();
  return transact<string, TooManyUploads>(db, async (tx) => {
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
    const row = { personId, key, bytes: bytes.byteLength, at: new Date(now) };
    const [noted] = await tx.insert(upload).values(row).returning({ id: upload.id });
    if (!noted) throw new Error('An inserted upload has no row');
    return success(noted.id);
  });
}
