import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { reportContext, shopContext } from '#web/api/server-context.ts';
import { loader } from './portfolio.tsx';

type Arguments = Parameters<typeof loader>[0];

async function cvWith(curriculumVitaeBytes: () => Promise<number>) {
  const context = new RouterContextProvider();
  const shop = { contactEmail: 'sales@example.com', origin: 'https://example.com', curriculumVitaeBytes };
  const reported: unknown[] = [];
  context.set(reportContext, (error) => reported.push(error));
  context.set(shopContext, shop as Parameters<typeof context.set<typeof shopContext>>[1] & typeof shop);
  const { cv } = await loader({ context } as Partial<Arguments> as Arguments);
  return [cv.about, reported.length];
}

test('the size of the CV stands beside its link, and is left out where the CV cannot be written', async () => {
  expect(await cvWith(async () => 34_000)).toEqual([expect.stringMatching(/^PDF, 34\skB$/), 0]);
  expect(await cvWith(() => Promise.reject(new Error('A document cannot be written')))).toEqual(['PDF', 1]);
});
