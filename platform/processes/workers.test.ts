import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startWorkers } from './workers.ts';

/** The first one serves and ends; the one that replaces it says that it starts, and hears nothing more. */
const PROGRAM = `
  process.on('message', ({ kind }) => {
    if (kind === 'listen') process.send({ kind: 'listening' }, () => (first = true));
    else if (first) process.send({ kind: 'open' }, () => process.exit());
    else process.send({ kind: 'wake' }, () => { for (;;); });
  });
  let first = false;
`;

test('a stop does not wait for a worker that still starts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'workers-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = join(folder, 'worker.mjs');
  await writeFile(program, PROGRAM);
  await using resources = new AsyncDisposableStack();
  const log = { warn: vi.fn(), error: vi.fn() };
  const starts = Promise.withResolvers<void>();
  const started = await startWorkers({
    ...{ program, count: 1, resources, wake: starts.resolve },
    log: log as unknown as Logger,
  });
  if (!started.ok) throw new Error(started.failure);
  expect(await started.value.open('setup')).toEqual({ ok: true, value: undefined });
  await starts.promise;
  await started.value.stop();
  expect(log.warn).not.toHaveBeenCalled();
});
