import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ownDisk } from '../../../tests/harness/own-disk.ts';

const disk = await ownDisk(8);

const LOGGER = new URL('./logger.ts', import.meta.url);

const WAITING = { timeout: 20_000, killSignal: 'SIGKILL' } as const;

/** What a process that runs this code has on its error stream, line by line, and that it says nothing elsewhere. */
function logged(code: string): string[] {
  const program = `import { createLogger } from '${LOGGER}';\n${code}`;
  const words = ['--input-type=module', '-e', `${program}\nprocess.stderr.write('end');`];
  const both = execFileSync('/bin/sh', ['-c', '"$0" "$@" 2>&1 >/dev/null', process.execPath, ...words]);
  const lines = both.toString().split('\n');
  expect(lines.pop()).toBe('end');
  return lines;
}

const FORGED = 'a hammer\n{"level":"info","msg":"forged"}\r\n\u2028\u001b[2J\u0000';

const code = `
const log = createLogger('info');
log.info({ status: 200 }, 'answered');
log.warn({ tool: ${JSON.stringify(FORGED)} }, ${JSON.stringify(FORGED)});
log.debug('too fine');
const quoting = Object.assign(new Error('Key (email)=(sam@example.com) already exists.'), {
  code: '23505',
  constraint: 'person_email_key',
});
log.error({ err: quoting }, 'request failed');
log.error({ err: new Error('Failed query: insert sam@example.com', { cause: quoting }) }, 'request failed');
log.error({ err: new TypeError('no such thing') }, 'request failed');
log.error({ err: 'sam@example.com' }, 'request failed');
const parts = ['no "Sam Sample"', "at '12 Main Street'", 'or sam@example.com', '+44 7700 900 123', 'x'.repeat(48)];
log.error({ err: new SyntaxError(parts.join(' ')) }, 'request failed');
log.error({ err: new Error('no such path\\n    at jane (/x/1:2:3)') }, 'request failed');`;

test('a log is JSON in lines, in UTC, in which no text can pass for a line', () => {
  const lines = logged(code);
  expect(lines).toHaveLength(8);
  const entries = lines.map((line) => JSON.parse(line));
  expect(entries[0]).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    status: 200,
    msg: 'answered',
  });
  expect(Math.abs(Date.parse(entries[0].time) - vi.getRealSystemTime())).toBeLessThan(60_000);
  expect(entries[1]).toMatchObject({ level: 'warn', tool: FORGED, msg: FORGED });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal would obey
  expect(lines[1]).not.toMatch(/[\u0000-\u001f]/);
});

test('an error says its kind and place, and not the data that the database or a caller put into its words', () => {
  const [, , unique, query, plain, text, quotes, frames] = logged(code);
  for (const line of [unique, query, plain, text]) expect(line).not.toContain('sam@example.com');
  expect(JSON.parse(unique ?? '')).toMatchObject({
    level: 'error',
    msg: 'request failed',
    err: { type: 'Error', code: '23505', constraint: 'person_email_key', at: expect.any(Array) },
  });
  expect(JSON.parse(query ?? '').err.cause).toMatchObject({ code: '23505' });
  expect(JSON.parse(plain ?? '').err).toMatchObject({ type: 'TypeError', message: 'no such thing' });
  expect(JSON.parse(text ?? '').err).toEqual({ type: 'string' });
  expect(JSON.parse(quotes ?? '').err.message).toBe('no … at … or … … …');
  expect(JSON.parse(frames ?? '').err.at.join()).not.toContain('jane');
});

test.runIf(existsSync('/dev/full'))('lines that cannot be written end nothing, however many they are', () => {
  const program = `import { createLogger } from '${LOGGER}';
    const log = createLogger('info');
    for (let line = 0; line < 2_000; line += 1) log.warn('x'.repeat(1_000));
    console.log('still open');`;
  const words = ['-c', '"$0" "$@" 2>/dev/full', process.execPath, '--input-type=module', '-e', program];
  const { status, stdout } = spawnSync('/bin/sh', words, WAITING);
  expect([status, String(stdout)]).toEqual([0, 'still open\n']);
});

test.runIf(disk.real)('once the disk of the log has room again, whole lines are written again', async () => {
  await disk.fill(10_000);
  const program = `import { rmSync } from 'node:fs';
    import { createLogger } from '${LOGGER}';
    const log = createLogger('info');
    for (let line = 0; line < 100; line += 1) log.warn({ line }, 'x'.repeat(1_000));
    log.fatal('no room');
    rmSync('${join(disk.folder, 'ballast')}');
    log.warn('room again');`;
  const file = join(disk.folder, 'log');
  const words = ['-c', `"$0" "$@" 2>${file}; cat ${file}`, process.execPath, '--input-type=module', '-e', program];
  const lines = String(spawnSync('/bin/sh', words, WAITING).stdout)
    .trim()
    .split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ msg: 'room again' });
});
