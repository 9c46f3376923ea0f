import type { PictureRefusal } from './pictures.ts';

export function firstLook(source: Uint8Array): PictureRefusal | undefined {
  const start = Buffer.from(source.subarray(0, 12)).toString('hex');
  if (!/^(ffd8ff|89504e470d0a1a0a|52494646.{8}57454250)/.test(start)) return { code: 'unsupported_format' };
  return start.startsWith('ffd8') && hasEndlessScans(source) ? { code: 'damaged' } : undefined;
}

/** Encoders write about ten; a decoder processes the whole picture for each. */
const MAX_SCANS = 200;
const SCAN = Buffer.from('ffda', 'hex');

/** Within a scan these two bytes never occur; elsewhere by chance once in 64 kB. */
function hasEndlessScans(source: Uint8Array): boolean {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  let scans = 0;
  for (let at = bytes.indexOf(SCAN); at >= 0; at = bytes.indexOf(SCAN, at + 2)) {
    scans += 1;
    if (scans > MAX_SCANS) return true;
  }
  return false;
}
