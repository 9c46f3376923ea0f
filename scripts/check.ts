import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { asvsFaults } from './checks/asvs.ts';
import { staleDocs } from './checks/doc-paths.ts';
import { longFiles } from './checks/file-sizes.ts';
import { strayFormats } from './checks/formats.ts';
import { breachesOfImportRules } from './checks/judge-imports.ts';
import { powerFaults } from './checks/powers.ts';

const root = resolve(import.meta.dirname, '..');

// The one rule that needs all types takes four fifths of the time: editors run without it.
const WITH_TYPES: readonly string[] = ['--config-path=biome.types.json'];

const CHECKS: Record<string, () => Promise<string> | string> = {
  'format and lint': () =>
    tool(
      '@biomejs/biome/bin/biome',
      'check',
      ...WITH_TYPES,
      '--error-on-warnings',
      '--reporter=concise',
      '--max-diagnostics=200',
    ),
  types: () => withoutPageTypes || tool('typescript/bin/tsc', '-p', '.'),
  'dead code': () => tool('knip/bin/knip.js', '--no-progress'),
  'import rules': () => breachesOfImportRules(root).join('\n'),
  'file sizes': () => longFiles(root).join('\n'),
  formats: () => strayFormats(root).join('\n'),
  docs: () => staleDocs(root).join('\n'),
  asvs: () => asvsFaults(root).join('\n'),
  powers: () => powerFaults(root).join('\n'),
};

const started = performance.now();
// Before all others, which read what it writes: without its types every page has errors.
const withoutPageTypes = await tool('@react-router/dev/bin.cjs', 'typegen');
const results = await Promise.all(
  Object.entries(CHECKS).map(async ([name, check]) => {
    const from = performance.now();
    const problems = await check();
    return { name, problems, time: seconds(from) };
  }),
);
const broken = results.filter((it) => it.problems);
for (const { name, problems } of broken) console.log(`— ${name}\n${problems.trimEnd()}\n`);
const times = results.map((it) => `${it.problems ? '✗ ' : ''}${it.name} ${it.time}`).join(', ');
console.log(
  `${broken.length === 0 ? 'All is well' : `${broken.length} of ${results.length} failed`} (${times}; ${seconds(started)})`,
);
process.exitCode = broken.length === 0 ? 0 : 1;

function seconds(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`;
}

/** Runs a package's program; returns its output if it failed. */
function tool(program: string, ...args: string[]): Promise<string> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
      cwd: root,
      env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const hear = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', (error) => done(error.message));
    child.on('close', (code) => done(code === 0 ? '' : output || `${program} ended with ${code}`));
  });
}
