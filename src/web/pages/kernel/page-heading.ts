/**
 * The page's heading, ready for the focus: it stays when everything else on the page goes.
 * @param section by its id, with its `#`: the heading of this part of the page, where it has one
 */
export function pageHeading(section = ''): HTMLElement | null {
  const part = document.getElementById(section.slice(1))?.querySelector('h2');
  const heading = part ?? document.querySelector<HTMLElement>('main h1');
  if (heading) heading.tabIndex = -1;
  return heading;
}
