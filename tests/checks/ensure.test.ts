import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { lookAtSources, stamp } from '../../scripts/fresh-build.mjs';
import { tree } from './tree.ts';

const scripts = resolve(import.meta.dirname, '../../scripts');

test('installs once, and again when the lock file changes', () => {
  const inventory = 'node_modules/.package-lock.json';
  const project = freshClone(`mkdir -p node_modules && cp package-lock.json ${inventory} && echo "$@" >> calls`);
  expect(ensure(project)).toMatchObject({ status: 0, stdout: expect.stringContaining('Packages installed in') });
  expect(ensure(project)).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(installs(project)).toBe(1);
  const vite = { integrity: 'sha512-v', dev: true };
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/vite': vite } }));
  expect(ensure(project).status).toBe(0);
  expect(installs(project)).toBe(2);
  rmSync(join(project, 'node_modules'), { recursive: true });
  expect(ensure(project).status).toBe(0);
  expect(installs(project)).toBe(3);
  // As npm prune --omit=dev leaves it.
  writeFileSync(join(project, inventory), '{"packages": {}}');
  expect(ensure(project).status).toBe(0);
  expect(installs(project)).toBe(4);
});

test('the packages of npm ci --omit=dev are enough for what needs no others, and for a shop that is built', () => {
  const project = freshClone('mkdir -p node_modules && echo "$@" >> calls');
  const sum = (of: string) => ({ version: '1.0.0', integrity: `sha512-${of}` });
  const packages = { '': {}, 'node_modules/zod': sum('z'), 'node_modules/node': { ...sum('n'), optional: true } };
  const write = (path: string, of: object) => writeFileSync(join(project, path), JSON.stringify(of));
  write('package-lock.json', { packages: { ...packages, 'node_modules/vite': { ...sum('v'), dev: true } } });
  mkdirSync(join(project, 'node_modules'));
  write('node_modules/.package-lock.json', { packages: { 'node_modules/zod': sum('z') } });

  expect(ensure(project, { args: ['--production'] })).toMatchObject({ status: 0, stdout: '', stderr: '' });
  mkdirSync(join(project, 'build'));
  stamp(project, 'shop', lookAtSources(project, 'shop'));
  expect(ensure(project, { args: ['--built'] })).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(existsSync(join(project, 'calls'))).toBe(false);

  mkdirSync(join(project, 'src'));
  writeFileSync(join(project, 'src/server.ts'), 'changed');
  expect(ensure(project, { args: ['--built'] }).status).toBe(0);
  expect(installs(project)).toBe(1);
  rmSync(join(project, 'node_modules/.installed'));
  write('node_modules/.package-lock.json', { packages: { 'node_modules/zod': sum('another') } });
  expect(ensure(project, { args: ['--production'] }).status).toBe(0);
  expect(installs(project)).toBe(2);
});

test('what somebody has installed by npm ci is not installed again, until the lock file changes', () => {
  const project = freshClone('echo "$@" >> calls');
  const write = (path: string, of: object) => writeFileSync(join(project, path), JSON.stringify(of));
  const vite = { integrity: 'sha512-v', dev: true };
  write('package-lock.json', { packages: { '': {}, 'node_modules/vite': vite } });
  mkdirSync(join(project, 'node_modules'));
  write('node_modules/.package-lock.json', { packages: { 'node_modules/vite': vite } });
  for (const _ of [1, 2]) expect(ensure(project)).toMatchObject({ status: 0, stdout: '', stderr: '' });
  write('package-lock.json', { packages: { '': {}, 'node_modules/vite': { ...vite, integrity: 'sha512-w' } } });
  expect(ensure(project).status).toBe(0);
  expect(installs(project)).toBe(1);
});

test('an install that fails is shown, ends the run and is tried again', () => {
  const project = freshClone('mkdir -p node_modules && echo "$@" >> calls && echo "npm error network" >&2 && exit 7');
  for (const round of [1, 2]) {
    const { status, stderr } = ensure(project);
    expect(status).toBe(7);
    expect(stderr).toContain('npm error network');
    expect(installs(project)).toBe(round);
  }
});

test('a Node that is too old is refused in one sentence, before anything is installed', () => {
  const project = freshClone('echo "$@" >> calls');
  const { status, stderr } = ensure(project, {
    pretend: `Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } })`,
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Toolyard needs Node\.js 20 or newer; .*\n$/);
  expect(existsSync(join(project, 'calls'))).toBe(false);
});

test('without Chromium, an ordinary user is told what to install', () => {
  const project = freshClone('mkdir -p node_modules');
  writeFileSync(join(project, 'bin/apt-get'), '#!/bin/sh\ntouch asked', { mode: 0o755 });
  const nowhere = `process.getuid = () => 1000; process.env.CHROMIUM_PATH = ''; require('node:fs').accessSync = () => { throw 0 }; require('node:module').syncBuiltinESMExports()`;
  const { status, stderr } = ensure(project, { pretend: nowhere, args: ['--tests'] });
  expect(status).toBe(1);
  expect(stderr).toContain('apt-get install chromium');
  expect(existsSync(join(project, 'asked'))).toBe(false);
  expect(ensure(project, { pretend: nowhere }).status).toBe(0);
});

test('without Chromium, root on a Debian gets one, and what apt says when it cannot', () => {
  const project = freshClone('mkdir -p node_modules');
  const debian = `
    const fs = require('node:fs'); const { existsSync } = fs;
    process.getuid = () => 0; process.env.CHROMIUM_PATH = '';
    fs.accessSync = (path) => { if (!path.startsWith(process.cwd()) || !existsSync(path)) throw new Error(path); };
    fs.existsSync = (path) => path === '/etc/debian_version' || existsSync(path);
    require('node:module').syncBuiltinESMExports();`;
  const apt = join(project, 'bin/apt-get');
  writeFileSync(apt, '#!/bin/sh\necho "E: no network"; exit 100', { mode: 0o755 });
  expect(ensure(project, { pretend: debian, args: ['--tests'] })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('E: no network'),
  });
  const onlyChromium = 'case "$*" in *update) ;; *-shell) exit 100 ;; *) cp "$0" "$(dirname "$0")/chromium" ;; esac';
  writeFileSync(apt, `#!/bin/sh\n${onlyChromium}`);
  expect(ensure(project, { pretend: debian, args: ['--tests'] })).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(join(project, 'bin/chromium'))).toBe(true);
  rmSync(join(project, 'bin/chromium'));
  writeFileSync(apt, '#!/bin/sh\nfor it; do :; done; [ "$it" = update ] || cp "$0" "$(dirname "$0")/$it"');
  expect(ensure(project, { pretend: debian, args: ['--tests'] })).toMatchObject({ status: 0, stderr: '' });
  expect(['chromium-headless-shell', 'chromium'].map((it) => existsSync(join(project, 'bin', it)))).toEqual([
    true,
    false,
  ]);
});

test('at night root on a Debian gets the servers that are missing; where they cannot be had the tests begin all the same', () => {
  const project = freshClone('mkdir -p node_modules');
  const bare = `
    const fs = require('node:fs'); const { existsSync } = fs;
    process.getuid = () => 0;
    fs.existsSync = (path) => path === '/etc/debian_version' || (!String(path).startsWith('/usr/') && existsSync(path));
    require('node:module').syncBuiltinESMExports();`;
  const apt = join(project, 'bin/apt-get');
  writeFileSync(apt, '#!/bin/sh\necho "$@" >> asked', { mode: 0o755 });
  const how = { pretend: bare, args: ['--tests', '--night'], env: { CHROMIUM_PATH: process.execPath } };
  expect(ensure(project, how)).toMatchObject({ status: 0, stderr: '' });
  const asked = readFileSync(join(project, 'asked'), 'utf8');
  expect(asked).toMatch(/install .* nginx postgresql-15\n$/);
  expect(ensure(project, { ...how, args: ['--tests'] }).status).toBe(0);
  expect(readFileSync(join(project, 'asked'), 'utf8')).toBe(asked);
  writeFileSync(apt, '#!/bin/sh\necho "E: no network"; exit 100');
  expect(ensure(project, how)).toMatchObject({ status: 0, stdout: expect.stringContaining('E: no network') });
});

test('a CHROMIUM_PATH that leads nowhere is said, one that is a program is taken', () => {
  const project = freshClone('mkdir -p node_modules');
  const wrong = ensure(project, { args: ['--tests'], env: { CHROMIUM_PATH: '/nowhere/chrome' } });
  expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining('/nowhere/chrome') });
  expect(ensure(project, { args: ['--tests'], env: { CHROMIUM_PATH: process.execPath } }).status).toBe(0);
});

/** A project that has never been installed, on a machine whose npm does this. */
function freshClone(npm: string): string {
  const project = tree({ 'package-lock.json': '{}', 'bin/npm': `#!/bin/sh\n${npm}\n` });
  chmodSync(join(project, 'bin/npm'), 0o755);
  for (const name of ['ensure.mjs', 'chromium.mjs', 'fresh-build.mjs'])
    cpSync(join(scripts, name), join(project, 'scripts', name));
  return project;
}

function installs(project: string): number {
  return readFileSync(join(project, 'calls'), 'utf8')
    .split('\n')
    .filter((it) => it === 'ci --include=dev').length;
}

interface How {
  args?: string[];
  env?: Record<string, string>;
  /** Code that changes the machine before the script sees it. */
  pretend?: string;
}

function ensure(project: string, { args = [], env = {}, pretend }: How = {}) {
  const preload = join(project, 'pretend.cjs');
  if (pretend) writeFileSync(preload, pretend);
  return spawnSync(process.execPath, [...(pretend ? ['--require', preload] : []), 'scripts/ensure.mjs', ...args], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(project, 'bin')}${delimiter}${process.env.PATH}`, ...env },
  });
}
