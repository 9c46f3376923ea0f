import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createChildEncoder } from './child-encoder.ts';
import { createSharpEncoder } from './sharp-encoder.ts';

const limits = { time: 20_000, memory: 1536 * 1024 ** 2 };

const red = (side = 40) => sharp({ create: { width: side, height: side, channels: 3, background: '#d01010' } });

test('a child makes what the encoder makes', async () => {
  const source = await red().png().toBuffer();
  expect(await createChildEncoder(limits).encode(source)).toEqual(await createSharpEncoder().encode(source));
});

test('a refusal comes through', async () => {
  const encoder = createChildEncoder(limits);
  expect(await encoder.encode(Buffer.from('<svg/>'))).toEqual({ ok: false, failure: { code: 'unsupported_format' } });
  expect(await encoder.encode((await red().png().toBuffer()).subarray(0, 60))).toMatchObject({
    failure: { code: 'damaged' },
  });
});

test('a picture that takes too long is given up, and the next one is made', async () => {
  const source = await red(3_000).png().toBuffer();
  const hasty = createChildEncoder({ ...limits, time: 1 });
  // So soon that the decoder was not even loaded: nobody can say then what is wrong with the picture.
  await expect(hasty.encode(source)).rejects.toThrow('Pictures cannot be encoded');
  await expect(hasty.encode(source)).rejects.toThrow('Pictures cannot be encoded');
});

test.runIf(process.platform === 'linux')(
  'a picture that needs more memory than there is for one is damaged',
  async () => {
    const wide = sharp({ create: { width: 4_899, height: 4_898, channels: 4, background: '#d0101080' } });
    const source = await wide.toColourspace('rgb16').png({ progressive: true }).toBuffer();
    const tight = createChildEncoder({ ...limits, memory: 760 * 1024 ** 2 });
    expect(await tight.encode(source)).toEqual({ ok: false, failure: { code: 'damaged' } });
    expect((await createChildEncoder(limits).encode(source)).ok).toBe(true);
  },
);
