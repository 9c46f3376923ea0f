import type { Context } from 'hono';

/** Tells where a list goes on: at the address that was asked, with these parameters. */
export function linkNext(http: Context, parameters: Record<string, string>): void {
  http.header('link', linkToNext(http.req.url, parameters));
}

/** The same as the value of a `Link` header. */
export function linkToNext(url: string, parameters: Record<string, string>): string {
  const next = new URL(url);
  for (const [name, value] of Object.entries(parameters)) next.searchParams.set(name, value);
  return `<${next.pathname}${next.search}>; rel="next"`;
}
