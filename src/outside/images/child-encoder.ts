import { PICTURE_WIDTHS } from '#model/images/picture.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { type ChildLimits, runLimited } from '../kernel/limited-child.ts';
import { firstLook } from './first-look.ts';
import type { EncodedPicture, PictureEncoder, PictureRefusal } from './pictures.ts';

const LIMITS: ChildLimits = { time: 20_000, memory: 1536 * 1024 ** 2 };

/**
 * Encodes each picture in a child process without secrets: a decoder that crashes or hangs costs only that picture. Calls
 * that send one are limited to a few at a time, by their rate `image`.
 */
export function createChildEncoder(limits: ChildLimits = LIMITS): PictureEncoder {
  return {
    async encode(source) {
      const refusal = firstLook(source);
      return refusal ? failure(refusal) : encodeOnce(source, limits);
    },
  };
}

async function encodeOnce(source: Uint8Array, limits: ChildLimits): Promise<Outcome<EncodedPicture[], PictureRefusal>> {
  const { stdout, stderr } = await runLimited(new URL('./encode-once.ts', import.meta.url), source, limits);
  if (!stdout.subarray(0, READY.length).equals(READY)) throw new Error(`Pictures cannot be encoded: ${stderr}`);
  return read(stdout.subarray(READY.length)) ?? failure({ code: 'damaged' });
}

const READY = Buffer.from('ready\n');

function read(output: Buffer): Outcome<EncodedPicture[], PictureRefusal> | undefined {
  const line = output.indexOf('\n');
  if (line < 0) return undefined;
  const head = JSON.parse(output.subarray(0, line).toString()) as {
    sizes?: { width: EncodedPicture['width']; format: EncodedPicture['format']; length: number }[];
    refusal?: PictureRefusal['code'];
  };
  if (head.refusal) return failure({ code: head.refusal });
  let at = line + 1;
  const pictures = (head.sizes ?? []).map(({ width, format, length }) => {
    at += length;
    return { width, format, bytes: output.subarray(at - length, at) };
  });
  return at === output.length && pictures.length === 2 * PICTURE_WIDTHS.length ? success(pictures) : undefined;
}
