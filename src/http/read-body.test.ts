import { expect, test } from 'vitest';
import { failure, success } from '#model/kernel/outcome.ts';
import { readJson } from './read-body.ts';

const sent = (coding: string) =>
  new Request('http://shop.test/orders', {
    ...{ method: 'POST', body: '{}' },
    headers: { 'content-type': 'application/json', 'content-encoding': coding },
  });

test('a compressed body is not taken for broken JSON, but refused by its coding', async () => {
  for (const coding of ['gzip', 'br', 'gzip, identity'])
    expect(await readJson(sent(coding))).toEqual(failure({ code: 'json_expected' }));
  for (const coding of ['identity', 'Identity']) expect(await readJson(sent(coding))).toEqual(success({}));
});
