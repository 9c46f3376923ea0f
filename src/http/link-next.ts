import type { Context } from 'hono';

/** Links the next page: the requested address with these parameters. */
export function linkNext(http: Context, parameters: Record<string, string>): void {
  http.header('link', linkToNext(http.req.url, parameters));
}

export function linkToNext(url: string, parameters: Record<string, string>): string {
  const path = url.slice(url.indexOf('/', url.indexOf('://') + 3));
  const mark = path.indexOf('?');
  const search = new URLSearchParams(mark < 0 ? '' : path.slice(mark));
  for (const [name, value] of Object.entries(parameters)) search.set(name, value);
  return `<${mark < 0 ? path : path.slice(0, mark)}?${search}>; rel="next"`;
}
