import { expect, test } from 'vitest';
import { TOOL_FILTER } from '#model/catalogue/tool-filter.ts';
import routes from '../web/routes.ts';
import { pages } from './pages.ts';

interface Route {
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
  readonly file: string;
  readonly children?: readonly Route[] | undefined;
}

/** The pages of the router: what has no page below it. */
function* leaves(below: readonly Route[], parent = ''): Generator<{ path: string; file: string }> {
  for (const { path, file, children } of below) {
    const here = path === undefined ? parent : `${parent}/${path}`;
    if (children) yield* leaves(children, here);
    else yield { path: here || '/', file };
  }
}

test('every route is a row of the table of pages, and every row a route', () => {
  const routed = [...leaves(routes as readonly Route[])].filter(({ path }) => path !== '/*');
  expect(routed).toEqual(pages.map(({ path, file }) => ({ path, file })));
});

test('each filter of the catalogue is a parameter that changes home', () => {
  const home = pages.find(({ path }) => path === '/');
  expect(home?.query).toEqual(expect.arrayContaining(Object.keys(TOOL_FILTER)));
});
