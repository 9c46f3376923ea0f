import { useEffect } from 'react';
import { createMemoryRouter, RouterProvider, redirect, useLoaderData } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { drawUnseen } from '../../../../tests/harness/draw-unseen.ts';
import { useAnswer } from './use-answer.ts';
import { useDrawn, useReload } from './use-reload.ts';

type Load = PromiseWithResolvers<string>;

/** A page that shows what it was loaded with, drawn with `first`. */
async function openPage() {
  const loads: Load[] = [];
  const shown: string[] = [];
  const its = { load: (): unknown => undefined, reload: async () => {} };
  function loader() {
    const load = Promise.withResolvers<string>();
    load.promise.catch(() => {});
    loads.push(load);
    return its.load() ?? { answer: load.promise };
  }
  function Page() {
    const { answer, waiting } = useAnswer<string>(useLoaderData().answer);
    useDrawn(!waiting);
    const reload = useReload();
    useEffect(() => {
      if (answer) shown.push(waiting ? 'waiting' : answer);
      its.reload = reload;
    });
    return null;
  }
  const Other = ({ text }: { text: string }) => {
    useEffect(() => void shown.push(text), [text]);
    return null;
  };
  const router = createMemoryRouter([
    { path: '/', Component: Page, loader, errorElement: <Other text="failed" /> },
    { path: '/other', element: <Other text="left" /> },
  ]);
  drawUnseen(<RouterProvider router={router} />);
  const loaded = (count: number) => vi.waitFor(() => loads[count - 1] ?? expect.fail(`${count} loads were to come`));
  const showing = (text: string) => vi.waitFor(() => expect(shown.at(-1)).toBe(text));
  (await loaded(1)).resolve('first');
  await showing('first');
  /** Ends with what is shown then. */
  const reload = () => its.reload().then(() => shown.at(-1));
  return { its, router, loaded, showing, reload };
}

test('a page that is loaded again is ready once it shows what came', async () => {
  const { reload, loaded, showing } = await openPage();
  const ready = reload();
  await showing('waiting');
  (await loaded(2)).resolve('second');
  expect(await ready).toBe('second');
});

test('two that load it again at once both wait for the newer answer, also where the older one never comes', async () => {
  const { reload, loaded } = await openPage();
  const ready = [reload()];
  await loaded(2);
  ready.push(reload());
  (await loaded(3)).resolve('third');
  expect(await Promise.all(ready)).toEqual(['third', 'third']);
});

test('a reload ends when its page is left', async () => {
  const { reload, showing, router } = await openPage();
  const ready = reload();
  await showing('waiting');
  void router.navigate('/other');
  expect(await ready).toBe('left');
  expect(await reload()).toBe('left');
});

/** What fails is said in the console, too. */
function quiet() {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => said.mockRestore());
}

test('a load that fails is ready once that shows', async () => {
  quiet();
  const { reload, loaded } = await openPage();
  const ready = reload();
  (await loaded(2)).reject(new Error('No answer'));
  expect(await ready).toBe('failed');
});

test.each([
  ['fails', 'failed', () => Promise.reject(new Error('No data'))],
  ['leads elsewhere', 'left', () => redirect('/other')],
])('a loader that %s is ready once that shows', async (_, shown, load) => {
  quiet();
  const { its, reload } = await openPage();
  its.load = load;
  expect(await reload()).toBe(shown);
});
