import { expect, onTestFinished, test, vi } from 'vitest';
import { PLAIN_TOOL } from '../../../../../tests/harness/plain-tool.ts';
import { addFromCard } from './add-from-card.ts';
import { keptList } from './kept-list.ts';

const tool = {
  ...{ _id: '00000000-0000-4000-8000-000000000001', name: 'Clamp', price: 10 },
  ...{ min_quantity: 12, available_quantity: 600, ...PLAIN_TOOL },
};

test('a press before the one before was answered adds nothing; one after it does, also after a failure', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('localStorage', {
    setItem(key: string, text: string) {
      Object.assign(this, { [key]: text });
    },
  });
  let answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async () => (await answer.promise).clone());
  const press = () => addFromCard(tool._id, undefined, () => {});
  const pieces = () => keptList().map(({ quantity }) => quantity);

  const twice = [press(), press()];
  answer.resolve(Response.json(tool));
  expect(await Promise.all(twice)).toEqual([undefined, undefined]);
  expect(pieces()).toEqual([12]);
  answer = Promise.withResolvers();
  answer.reject(new TypeError('Failed to fetch'));
  expect(await press()).toMatch(/connection/);
  answer = Promise.withResolvers();
  answer.resolve(Response.json(tool));
  await press();
  expect(pieces()).toEqual([24]);
});
