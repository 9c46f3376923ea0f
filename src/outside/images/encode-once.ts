import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { createSharpEncoder } from './sharp-encoder.ts';

// A program: reads a picture from stdin and writes its sizes to stdout, for `child-encoder.ts`.
// Few threads, because each takes memory of its own.
sharp.concurrency(Math.min(sharp.concurrency(), 2));
const encoder = createSharpEncoder();
process.stdout.write('ready\n');
const outcome = await encoder.encode(await buffer(process.stdin));
const sizes = outcome.ok ? outcome.value : [];
const head = outcome.ok
  ? { sizes: sizes.map(({ width, format, bytes }) => ({ width, format, length: bytes.byteLength })) }
  : { refusal: outcome.failure.code };
process.stdout.write(`${JSON.stringify(head)}\n`);
for (const { bytes } of sizes) process.stdout.write(bytes);
