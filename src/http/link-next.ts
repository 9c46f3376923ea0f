/** The value of a `Link` header for the next page: the requested address with these parameters. */
export function linkToNext(url: string, parameters: Record<string, string>): string {
  const path = url.slice(url.indexOf('/', url.indexOf('://') + 3));
  const mark = path.indexOf('?');
  const search = new URLSearchParams(mark < 0 ? '' : path.slice(mark));
  for (const [name, value] of Object.entries(parameters)) search.set(name, value);
  return `<${mark < 0 ? path : path.slice(0, mark)}?${search}>; rel="next"`;
}
