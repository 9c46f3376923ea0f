export function linkToNext(url: string, next: string): string {
  const path = url.slice(url.indexOf('/', url.indexOf('://') + 3));
  const mark = path.indexOf('?');
  const search = new URLSearchParams(mark < 0 ? '' : path.slice(mark));
  search.delete('before');
  search.set('after', next);
  return `<${mark < 0 ? path : path.slice(0, mark)}?${search}>; rel="next"`;
}
