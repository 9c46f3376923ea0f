import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Checking } from './checking.tsx';

test.each([
  [true, false],
  [false, false],
  [true, true],
  [false, true],
])('whoever waits for the result is told first not to pay again; asking %s, unreachable %s', (asking, unreachable) => {
  const text = renderToStaticMarkup(<Checking asking={asking} unreachable={unreachable} actions={null} />)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  expect(text).toContain('We are checking your payment Do not pay again.');
});
