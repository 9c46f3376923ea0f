import type { Context } from 'hono';

/** Tells where a list goes on: at the address that was asked, with these parameters. */
export function linkNext(http: Context, parameters: Record<string, string>): void {
  const next = new URL(http.req.url);
  for (const [name, value] of Object.entries(parameters)) next.searchParams.set(name, value);
  http.header('link', `<${next.pathname}${next.search}>; rel="next"`);
}
