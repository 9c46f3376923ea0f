import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { reportContext } from './api/server-context.ts';
import { handleError } from './entry.server.tsx';

test('what goes wrong in a page is told to the shop instead of being printed; a visitor who left is no trouble', () => {
  const told: unknown[] = [];
  const context = new RouterContextProvider();
  context.set(reportContext, (error) => told.push(error));
  const error = new Error('sam@example.com');
  handleError(error, { request: new Request('http://shop.test/'), context, params: {} } as never);
  const gone = new Request('http://shop.test/', { signal: AbortSignal.abort() });
  handleError(new Error('left'), { request: gone, context, params: {} } as never);
  expect(told).toEqual([error]);
});
