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

export interface S3Bucket {
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Milliseconds without an answer, or between two parts of one. */
const PATIENCE = 10_000;

export function createS3Store(
  { bucket: Bucket, endpoint, region, ...credentials }: S3Bucket,
  patience = PATIENCE,
): PictureStore {
  const client = new S3Client({
    region,
    credentials,
    // Compatible stores need the bucket in the path and lack newer checksums.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    // A request timeout is only logged unless it is told to throw.
    requestHandler: {
      connectionTimeout: Math.min(patience, 3_000),
      requestTimeout: patience,
      throwOnRequestTimeout: true,
      socketTimeout: patience,
    },
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

/** A missing bucket still throws. */
async function unlessMissing<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    const missing = error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name);
    if (missing) return undefined;
    throw error;
  }
}
