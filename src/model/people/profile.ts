import { z } from 'zod';
import { KnownName } from '#model/identity/credentials.ts';
import { pictureKey } from '#model/images/picture.ts';
import { isLine } from '#model/kernel/plain-text.ts';
import { LinkedIn } from './linked-in.ts';
import { PhoneInput } from './phone.ts';
import { Role } from './user.ts';

export const Profile = z.object({
  name: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  role: Role,
  education: z.string().nullable(),
  location: z.string().nullable(),
  phone: z.string().nullable(),
  photo: z.string().nullable().meta({ description: 'Address of a picture of this shop' }),
  linkedin: z.string().nullable().meta({ description: 'An https address at linkedin.com' }),
});
export type Profile = z.infer<typeof Profile>;

const line = (label: string) =>
  z
    .string({ error: `${label} is required.` })
    .trim()
    .min(1, { error: `${label} is required.`, abort: true })
    .max(200, { error: `${label} may have 200 characters at most.` })
    .refine(isLine, {
      error: `${label} must be plain text in one line.`,
    });

export const PHOTO_REQUIRED = 'Photo is required. Choose a picture of you.';

const OwnPicture = z
  .string({ error: PHOTO_REQUIRED })
  .min(1, { error: PHOTO_REQUIRED, abort: true })
  .refine((address) => pictureKey(address) !== undefined, {
    error: 'The photo must be a picture that was uploaded to this shop.',
  });

/** A name that is left out stays; so may an earlier, longer one. */
export const UpdateProfile = z.strictObject({
  name: KnownName.optional(),
  education: line('Education'),
  location: line('Location'),
  phone: PhoneInput,
  photo: OwnPicture,
  linkedin: LinkedIn,
});
export type UpdateProfile = z.infer<typeof UpdateProfile>;
