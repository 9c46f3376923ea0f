import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Random, randomOf } from '../../simulation/random.ts';
import { dots, pngPlaces } from './bytes.ts';
import { openGate } from './gate.ts';

const night = import.meta.env.MODE === 'night';
const COUNT = night ? 5_000 : 300;
const SEED = 4_117;

const gate = await openGate({ inProcess: !night });
const source = dots(48);
const sound = await Promise.all([
  source.clone().jpeg().toBuffer(),
  source.clone().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  source.clone().toColourspace('cmyk').jpeg().toBuffer(),
  source.clone().png().toBuffer(),
  source.clone().png({ palette: true, colors: 16 }).toBuffer(),
  source.clone().png({ progressive: true }).toBuffer(),
  source.clone().webp().toBuffer(),
  source.clone().webp({ lossless: true }).toBuffer(),
]);

test(
  `${COUNT} pictures with turned, lost, doubled and swapped bytes: refused, or kept as their pixels alone`,
  async () => {
    const random = randomOf(SEED);
    const mutants = Array.from({ length: COUNT }, (_, at) => {
      const bytes = mutant(random, random.one(sound));
      return [`mutant ${at} of seed ${SEED}`, 'any', bytes] as const;
    });
    expect(await gate.faults(mutants)).toEqual([]);
  },
  night ? 3_600_000 : 180_000,
);

function mutant(random: Random, bytes: Buffer): Buffer {
  let changed = Buffer.from(bytes);
  for (let times = 1 + random.below(6); times > 0; times -= 1) {
    const at = random.below(changed.length);
    const part = changed.subarray(at, at + 1 + random.below(64));
    const around = [changed.subarray(0, at), changed.subarray(at + part.length)] as const;
    const how = random.below(6);
    if (how < 3) changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8));
    else if (how === 3) changed = Buffer.concat(around);
    else if (how === 4) changed = Buffer.concat([around[0], part, part, around[1]]);
    else changed.fill(random.one([0, 0x7f, 0xff]), at, at + part.length);
  }
  // With its check sums put right again, a PNG comes further into the decoder.
  return random.chance(0.7) ? summed(changed) : changed;
}

/** A PNG whose check sums fit again, as far as its chunks can be followed; everything else as it is. */
function summed(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 1, 4) !== 'PNG') return bytes;
  const copy = Buffer.from(bytes);
  try {
    for (const at of pngPlaces(copy)) {
      const length = copy.readUInt32BE(at);
      copy.writeUInt32BE(crc32(copy.subarray(at + 4, at + 8 + length)), at + 8 + length);
    }
  } catch {
    // The chunks lead out of the file from here on.
  }
  return copy;
}
