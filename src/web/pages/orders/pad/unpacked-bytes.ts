const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const MAX_COMMENT = 65_535;
const IN_ZIP64 = 0xffffffff;
/** DEFLATE makes nothing larger than so many times. */
const MOST = 1032;

/** How large a ZIP archive says that it gets unpacked. Undefined where it does not say so, or is none. */
export function unpackedBytes(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (entries === 0xffff || at === IN_ZIP64 || view.getUint32(end + 12, true) === IN_ZIP64) return undefined;
  let total = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + ENTRY_BYTES > bytes.length || view.getUint32(at, true) !== ENTRY) return undefined;
    const packed = view.getUint32(at + 20, true);
    const unpacked = view.getUint32(at + 24, true);
    if (packed === IN_ZIP64 || unpacked === IN_ZIP64 || sizeFollows(view, at)) return undefined;
    total += unpacked || packed * MOST;
    at += ENTRY_BYTES + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return total;
}

/** An entry whose sizes are only told after its data. */
const sizeFollows = (view: DataView, at: number): boolean =>
  (view.getUint16(at + 8, true) & 8) !== 0 && view.getUint32(at + 20, true) === 0;

function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at -= 1) if (view.getUint32(at, true) === END) return at;
  return undefined;
}
