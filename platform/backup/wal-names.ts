/** A log segment. Its name has 24 hex digits: the timeline, then the number in two halves. */
export type Segment = { readonly timeline: number; readonly number: number };

const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/;

/** Undefined for any other file. `segmentSize` is in bytes. */
export function parseSegment(name: string, segmentSize: number): Segment | undefined {
  const [, timeline = '', high = '', low = ''] = SEGMENT.exec(name) ?? [];
  if (timeline === '') return undefined;
  const number = Number.parseInt(high, 16) * perHalf(segmentSize) + Number.parseInt(low, 16);
  return { timeline: Number.parseInt(timeline, 16), number };
}

export function segmentName({ timeline, number }: Segment, segmentSize: number): string {
  const each = perHalf(segmentSize);
  return hex(timeline) + hex(Math.floor(number / each)) + hex(number % each);
}

export function segmentOf(lsn: string, timeline: number, segmentSize: number): Segment {
  return { timeline, number: Number(parseLsn(lsn) / BigInt(segmentSize)) };
}

export function parseLsn(lsn: string): bigint {
  const [high = '', low = ''] = lsn.split('/');
  return BigInt(`0x${high}`) * 0x1_0000_0000n + BigInt(`0x${low}`);
}

/** All names from first to last. Throws a RangeError for different timelines. */
export function segmentsBetween(first: string, last: string, segmentSize: number): string[] {
  const [from, to] = [parseSegment(first, segmentSize), parseSegment(last, segmentSize)];
  if (!from || !to || from.timeline !== to.timeline) throw new RangeError(`No log leads from ${first} to ${last}`);
  return Array.from({ length: to.number - from.number + 1 }, (_, step) =>
    segmentName({ timeline: from.timeline, number: from.number + step }, segmentSize),
  );
}

/** The end of a timeline: records up to `lsn` belong to its successor too. */
export type Branch = { readonly timeline: number; readonly lsn: string };

/** A file that says where a timeline begins. */
export const isHistory = (name: string): boolean => /^[0-9A-F]{8}\.history$/.test(name);

/** The branches that lead to the newest timeline, oldest first, from its `.history` file. */
export function parseHistory(text: string): Branch[] {
  return text
    .split('\n')
    .map((line) => /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/i.exec(line))
    .flatMap((match) => (match ? [{ timeline: Number(match[1]), lsn: match[2] ?? '' }] : []));
}

const perHalf = (segmentSize: number) => 0x1_0000_0000 / segmentSize;
const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0');
