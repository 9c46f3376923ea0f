import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/kernel/call.ts';
import { pages } from '#contract/pages.ts';

interface Shared {
  /** Whether it is whole, so that shared caches may have it and each search is cached; else a browser fills it. */
  readonly isPublic: boolean;
  /** The parameters that change it; undefined where any may. */
  readonly query: ReadonlySet<string> | undefined;
}

const CALLS: ReadonlyMap<Call, Shared> = new Map<Call, Shared>([
  [calls.listTools, { isPublic: true, query: undefined }],
  [calls.listReviews, { isPublic: true, query: new Set(Object.keys(calls.listReviews.query.shape)) }],
  [calls.getTool, { isPublic: true, query: new Set() }],
  [calls.getAlternatives, { isPublic: true, query: new Set(Object.keys(calls.getAlternatives.query.shape)) }],
]);

/** Whether its answers are cached, with an ETag. */
export const isCached = (call: Call): boolean => CALLS.has(call);

const SHARED: readonly (readonly [path: string, Shared])[] = [
  ...pages.flatMap(({ path, cached, query, data }) => {
    if (!cached) return [];
    const page = [path, { isPublic: cached === 'public', query: query && new Set(query) }] as const;
    const parameters = new Set([...(query ?? []), '_routes', ...(path === '/' ? ['index'] : [])]);
    const its = [path === '/' ? '/_.data' : `${path}.data`, { isPublic: true, query: parameters }] as const;
    return data ? [page, its] : [page];
  }),
  ...[...CALLS].map(([{ path }, its]) => [path, its] as const),
];

const PLACEHOLDER = /:\w+|\{\w+\}/;
const FIXED: ReadonlyMap<string, Shared> = new Map(SHARED.filter(([path]) => !PLACEHOLDER.test(path)));
const OF_ONE = SHARED.filter(([path]) => PLACEHOLDER.test(path)).map(([path, shared]) => {
  const [before = '', after = ''] = path.split(PLACEHOLDER);
  const matches = (address: string) =>
    address.startsWith(before) &&
    address.endsWith(after) &&
    /^[\w-]+$/.test(address.slice(before.length, address.length - after.length));
  return { matches, shared };
});

const sharedAt = (path: string): Shared | undefined =>
  FIXED.get(path) ?? OF_ONE.find(({ matches }) => matches(path))?.shared;

export const isPublic = (path: string): boolean => sharedAt(path)?.isPublic === true;

const PLAIN_SEARCH = /^[\x21\x22\x24-\x7e]*$/;

export function isShared(address: string): boolean {
  const mark = address.indexOf('?');
  if (mark < 0) return sharedAt(address) !== undefined;
  return PLAIN_SEARCH.test(address) && isPublic(address.slice(0, mark));
}

/** Without the parameters that do not change the answer, so that adding one does not bypass the cache. */
export function cachedAddress(url: string): string {
  const mark = url.indexOf('?');
  if (mark < 0) return url;
  const path = url.slice(0, mark);
  const query = sharedAt(path)?.query;
  const parts = url
    .slice(mark + 1)
    .split('&')
    .filter((part) => {
      const name = nameOf(part);
      return part !== '' && !isTracking(name) && query?.has(name) !== false;
    });
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}

/** The name of a parameter may be percent-encoded. */
const nameOf = (part: string): string => new URLSearchParams(part).keys().next().value ?? '';

const TRACKING =
  /^(?:utm_\w+|gclid|gbraid|wbraid|gad_\w+|dclid|srsltid|_gl|fbclid|msclkid|twclid|ttclid|li_fat_id|igshid|yclid|mc_[ce]id)$/;

export const isTracking = (parameter: string): boolean => TRACKING.test(parameter);
