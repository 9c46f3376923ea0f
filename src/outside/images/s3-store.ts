import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { PICTURE_WIDTHS } from '#model/images/picture.ts';
import { isPicturePath, mustBeKey, mustBePath, typeOf } from './picture-path.ts';
import type { PictureStore } from './pictures.ts';

/** A bucket of Amazon S3, or of any store that speaks its protocol at an `endpoint`. */
export interface S3Bucket {
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Keeps pictures in a bucket, which must be there. Several processes of a shop may share it. */
export function createS3Store({ bucket: Bucket, endpoint, region, ...credentials }: S3Bucket): PictureStore {
  const client = new S3Client({
    region,
    credentials,
    // Stores other than Amazon's know a bucket by its path and not every newer checksum.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000 },
  });
  return {
    async put(path, bytes) {
      mustBePath(path);
      await client.send(new PutObjectCommand({ Bucket, Key: path, Body: bytes, ContentType: typeOf(path) }));
    },
    async get(path) {
      if (!isPicturePath(path)) return undefined;
      const found = await unlessMissing(client.send(new GetObjectCommand({ Bucket, Key: path })));
      const bytes = await found?.Body?.transformToByteArray();
      return bytes && { bytes: new Uint8Array(bytes), type: typeOf(path) };
    },
    async has(path) {
      if (!isPicturePath(path)) return false;
      return (await unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key: path })))) !== undefined;
    },
    async remove(key) {
      mustBeKey(key);
      const files = PICTURE_WIDTHS.flatMap((width) => [`${width}.avif`, `${width}.webp`]);
      await Promise.all(files.map((file) => client.send(new DeleteObjectCommand({ Bucket, Key: `${key}/${file}` }))));
    },
  };
}

/** A bucket that is missing is no missing picture. */
async function unlessMissing<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    const missing = error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name);
    if (missing) return undefined;
    throw error;
  }
}
