import { calls } from '#contract/calls.ts';
import { TOOL_FILTER } from '#model/catalogue/tool-filter.ts';
import { isTracking } from '#model/kernel/tracking.ts';

const SEARCH = [...Object.keys(TOOL_FILTER), 'sort', 'price_from', 'price_to', 'view', 'shown'];

const NONE: ReadonlySet<string> = new Set();
const STATIC = ['/blogs', '/myPortfilo', '/signup', '/reset-password', '/dashboard'];
const CUSTOMERS = ['/dashboard/myorders', '/dashboard/review'];

/** The parameters that change an answer. A path without an entry may use any parameter. */
const HEEDED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['/', new Set(SEARCH)],
  ['/_.data', new Set([...SEARCH, '_routes', 'index'])],
  [calls.listReviews.path, new Set(Object.keys(calls.listReviews.query.shape))],
  ['/login', new Set(['google'])],
  ...[...STATIC, ...CUSTOMERS].map((path) => [path, NONE] as const),
]);
const OF_ONE_TOOL = /^\/(?:purchase|tools)\/[\w-]+$/;
const DATA_OF_ONE_TOOL = /^\/purchase\/[\w-]+\.data$/;
const OF_DATA: ReadonlySet<string> = new Set(['_routes']);

function heededAt(path: string): ReadonlySet<string> | undefined {
  if (OF_ONE_TOOL.test(path)) return NONE;
  return DATA_OF_ONE_TOOL.test(path) ? OF_DATA : HEEDED.get(path);
}

/**
 * The address under which an answer is cached: without the parameters that do not change the answer, so that adding
 * one does not bypass the cache.
 */
export function cachedAddress(url: string): string {
  const mark = url.indexOf('?');
  if (mark < 0) return url;
  const path = url.slice(0, mark);
  const heeded = heededAt(path);
  const parts = url
    .slice(mark + 1)
    .split('&')
    .filter((part) => {
      const name = nameOf(part);
      return part !== '' && !isTracking(name) && heeded?.has(name) !== false;
    });
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}

/** A name may be written in many ways: it counts as the answer reads it. */
const nameOf = (part: string): string => new URLSearchParams(part).keys().next().value ?? '';
