import { z } from 'zod';
import { UPLOAD } from '#model/images/upload.ts';
import { defineCall } from './kernel/call.ts';

export const uploadPicture = defineCall('uploadPicture', {
  summary: `Keep a picture: a JPEG, PNG or WebP of at most ${UPLOAD.megabytes} MB and ${UPLOAD.megapixels} megapixels`,
  feature: 'images',
  actor: 'signed-in',
  ownership: 'none',
  rate: 'image',
  problems: ['picture_format', 'picture_too_large', 'picture_animated', 'picture_damaged'],
  file: { field: UPLOAD.field, maxBytes: UPLOAD.maxBytes },
  response: z.object({
    success: z.literal(true),
    data: z.object({ url: z.string().meta({ description: 'Where the picture is served, in its largest size' }) }),
  }),
});
