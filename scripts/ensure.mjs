// Before every npm command: installs missing packages; --tests: Chromium; --night: database and proxy servers.
// --production, or --built with a fresh build: production packages suffice. Plain JavaScript for any Node version.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.mjs';
import { isFresh } from './fresh-build.mjs';

const root = new URL('../', import.meta.url);
const INSTALL = ['install', '-y', '--no-install-recommends'];
const stamp = new URL('node_modules/.installed', root);

const failure =
  refuseOldNode() ??
  installPackages() ??
  (process.argv.includes('--tests') ? installChromium() : undefined) ??
  (process.argv.includes('--night') ? installServers() : undefined);
if (failure) {
  process.stderr.write(`${failure.message}\n`);
  process.exit(failure.code);
}

function refuseOldNode() {
  if (Number.parseInt(process.versions.node, 10) >= 20) return;
  return {
    code: 1,
    message: `Toolyard needs Node.js 20 or newer; this is ${process.version}. See https://nodejs.org.`,
  };
}

function installPackages() {
  const want = createHash('sha256')
    .update(readFileSync(new URL('package-lock.json', root)))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === want && hasPackages({ dev: true })) return;
  if (mayDoWithProduction() && hasPackages({ dev: false })) return;
  // Somebody has run npm ci.
  if (!existsSync(stamp) && hasPackages({ dev: true })) return void writeFileSync(stamp, want);
  const started = Date.now();
  say('Installing packages (npm ci), about a minute ...');
  // NODE_ENV=production would leave out what builds the shop.
  const npm = spawnSync('npm', ['ci', '--include=dev'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (npm.error) return { code: 1, message: `npm could not be run: ${npm.error.message}` };
  if (npm.status !== 0) return { code: npm.status ?? 1, message: 'npm ci failed; what it said stands above.' };
  writeFileSync(stamp, want);
  say(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

function mayDoWithProduction() {
  if (process.argv.includes('--production')) return true;
  return process.argv.includes('--built') && isFresh(fileURLToPath(root), 'shop');
}

function hasPackages(wanted) {
  const read = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8')).packages;
  const inventory = 'node_modules/.package-lock.json';
  if (!existsSync(new URL(inventory, root))) return false;
  const installed = read(inventory);
  return Object.entries(read('package-lock.json') ?? {})
    .filter(([place, { dev, optional }]) => place !== '' && (!dev || wanted.dev) && !optional)
    .every(([place, { integrity }]) => integrity && installed[place]?.integrity === integrity);
}

function installChromium() {
  if (findChromium()) return;
  const howTo =
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.';
  if (process.env.CHROMIUM_PATH) return { code: 1, message: `CHROMIUM_PATH=${process.env.CHROMIUM_PATH} is no file.` };
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return { code: 1, message: howTo };
  say('Installing Chromium for the browser tests (apt-get) ...');
  const refused = apt('update') || (apt(...INSTALL, 'chromium-headless-shell') && apt(...INSTALL, 'chromium'));
  if (refused) return { code: 1, message: `${refused}\n${howTo}` };
  if (!findChromium()) return { code: 1, message: howTo };
}

/** On failure one test reports it and all others run. */
function installServers() {
  const programs = { nginx: '/usr/sbin/nginx', 'postgresql-15': '/usr/lib/postgresql/15/bin/initdb' };
  const missing = Object.keys(programs).filter((name) => !existsSync(programs[name]));
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  say(`Installing what the test of several machines needs (apt-get install ${missing.join(' ')}) ...`);
  const refused = apt('update') || apt(...INSTALL, ...missing);
  if (refused) say(refused);
}

/** Returns the output of a failed apt-get. RUNLEVEL keeps it from starting services. */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1', SYSTEMD_OFFLINE: '1' };
  const { status, stdout, stderr, error } = spawnSync('apt-get', ['-q', '-q', ...args], {
    ...{ env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  });
  return status === 0 ? '' : `apt-get ${args[0]} failed: ${stdout ?? ''}${stderr ?? error}`;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
