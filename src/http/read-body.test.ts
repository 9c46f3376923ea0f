import { expect, test } from 'vitest';
import { failure, success } from '#model/kernel/outcome.ts';
import { readFile, readJson } from './read-body.ts';

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

const blanks = ' '.repeat(15_500);

test.each([
  ['multipart/form-data; boundary=b', true],
  ['Multipart/Form-Data;boundary="b"', true],
  ['multipart/form-data; charset=utf-8; boundary=b', true],
  ['multipart/form-data; boundary=b;', true],
  ['multipart/form-data; boundary=b ; ', true],
  [`multipart/form-data${blanks};${blanks}boundary=b${blanks};`, true],
  ['multipart/form-data; boundary=b;;', false],
  ['multipart/form-data; boundary=b; boundary=b', false],
  ['multipart/form-data; boundary=b x', false],
  ['multipart/form-data; boundary', false],
  ['multipart/form-data;', false],
  ['multipart/form-data-x; boundary=b', false],
  ['text/plain; boundary=b', false],
  [`multipart/form-data; boundary=b${blanks}x`, false],
  [`multipart/form-data; boundary=b;${blanks}x`, false],
  [`multipart/form-data; boundary=b${'; '.repeat(7_000)}`, false],
])('a form is read under one boundary, however much is around it (%#)', async (type, isRead) => {
  const body = '--b\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\nX\r\n--b--\r\n';
  const sentForm = new Request('http://shop.test/images', { method: 'POST', body, headers: { 'content-type': type } });
  expect((await readFile(sentForm, { field: 'image', maxBytes: 100 })).ok).toBe(isRead);
});
