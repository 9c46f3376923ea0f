import { resolve } from 'node:path';
import process from 'node:process';
import { ROWS, SECTIONS } from '../tests/spec/rows.ts';
import { proofs } from './spec/proofs.ts';

const found = Map.groupBy(proofs(resolve(import.meta.dirname, '..')), ({ row }) => row);
const unproven = Object.keys(ROWS).filter((row) => !found.has(row));

for (const [number, title] of Object.entries(SECTIONS)) {
  const rows = Object.entries(ROWS).filter(([row]) => row.startsWith(`${number} `));
  const proven = rows.filter(([row]) => found.has(row)).length;
  console.log(`\n${number}. ${title}: ${proven} of ${rows.length}`);
  for (const [row, promise] of rows) {
    const places = (found.get(row) ?? []).map(({ path, line }) => `${path}:${line}`);
    console.log(`  ${places.length > 0 ? '✓' : '✗'} ${row.slice(number.length + 1)}: ${promise}`);
    console.log(`      ${places.join(', ') || 'NO TEST'}`);
  }
}
console.log(`\n${Object.keys(ROWS).length - unproven.length} of ${Object.keys(ROWS).length} rows have a test`);
if (unproven.length > 0) console.log(`Without: ${unproven.join(', ')}`);
process.exitCode = unproven.length > 0 ? 1 : 0;
