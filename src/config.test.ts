import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const s3Of = (environment: Record<string, string>) => {
  const config = readConfig(environment);
  return config.ok ? config.value.s3 : config.failure;
};

test('pictures are files unless a bucket is named, whatever the machine knows of Amazon', () => {
  expect(s3Of({ AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_REGION: 'eu-north-1' })).toBeUndefined();
});

test("a bucket takes the shop's own names first and Amazon's after them", () => {
  const amazon = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_REGION: 'eu-north-1' };
  expect(s3Of({ S3_BUCKET: 'pictures', ...amazon })).toEqual({
    ...{ bucket: 'pictures', endpoint: undefined, region: 'eu-north-1' },
    ...{ accessKeyId: 'a', secretAccessKey: 'b' },
  });
  const own = { S3_ACCESS_KEY_ID: 'c', S3_SECRET_ACCESS_KEY: 'd', S3_REGION: 'x', S3_ENDPOINT: 'http://store:9000' };
  expect(s3Of({ S3_BUCKET: 'pictures', ...amazon, ...own })).toEqual({
    ...{ bucket: 'pictures', endpoint: 'http://store:9000', region: 'x' },
    ...{ accessKeyId: 'c', secretAccessKey: 'd' },
  });
});

test('half of the settings is a mistake that names what is missing', () => {
  expect(s3Of({ S3_BUCKET: 'pictures' })).toEqual([expect.stringContaining('S3_ACCESS_KEY_ID')]);
  expect(s3Of({ S3_ENDPOINT: 'http://store:9000' })).toEqual([expect.stringContaining('S3_BUCKET')]);
});
