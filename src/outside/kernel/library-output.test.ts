import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { logLibraryOutput } from './library-output.ts';
import { createLogger } from './logger.ts';

const PATH = '/x/jane@example.com/%c0%ae';

function taken() {
  const lines: string[] = [];
  const printed: unknown[] = [];
  const print = (...words: unknown[]) => void printed.push(words);
  const output = { debug: print, error: print, info: print, log: print, trace: print, warn: print };
  const emitter = new EventEmitter();
  emitter.on('warning', print);
  let now = 0;
  logLibraryOutput(
    createLogger('warn', (line) => void lines.push(line)),
    output,
    emitter,
    () => now,
  );
  const pass = (ms: number) => {
    now += ms;
  };
  return { lines, printed, output, emitter, pass };
}

test('what a library prints is not printed; the log says where it was, and not what', () => {
  const { lines, printed, output } = taken();
  for (const method of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const)
    output[method](`The URL path "${PATH}" could not be decoded`, new Error(PATH));
  expect(printed).toEqual([]);
  expect(lines).toHaveLength(6);
  for (const line of lines) {
    expect(line).not.toContain('jane');
    expect(line).not.toContain('%c0');
    expect(JSON.parse(line)).toMatchObject({
      ...{ level: 'warn', msg: 'a library printed something', method: expect.any(String) },
      err: { type: 'LibraryOutput', at: expect.arrayContaining([expect.stringContaining('library-output.test.ts')]) },
    });
  }
});

test('one place writes one line a minute, however often strangers have it print', () => {
  const { lines, output, pass } = taken();
  const reach = () => output.warn(PATH);
  for (let n = 0; n < 100; n += 1) reach();
  expect(lines).toHaveLength(1);
  pass(60_000);
  for (let n = 0; n < 100; n += 1) reach();
  expect(lines).toHaveLength(2);
});

test('of what Node warns only the kind is said', () => {
  const { lines, printed, emitter } = taken();
  const warning = Object.assign(new Error(`The URL http://jane:pw@shop.test${PATH} is invalid.`), {
    ...{ name: 'DeprecationWarning', code: 'DEP0170' },
  });
  for (let n = 0; n < 3; n += 1) emitter.emit('warning', warning);
  expect(printed).toEqual([]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ warning: 'DeprecationWarning', code: 'DEP0170' }]);
  expect(lines.join()).not.toContain('jane');
});
