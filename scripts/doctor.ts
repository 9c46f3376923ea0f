// What `npm run doctor` runs: looks whether the shop keeps its promises, and says what to do where it does not.
import process from 'node:process';
import { archiveTrouble } from '../src/database/backup/archive-health.ts';
import { examineTls } from '../src/outside/kernel/examine-tls.ts';
import { examineShop, type Finding, VOWS } from '../src/services/kernel/examine-shop.ts';
import { RENEW_SEARCH } from '../src/services/kernel/invariants.ts';
import { withShopDatabase } from './shop-database.ts';

const SHOWN = 10;

const told = process.argv.slice(2);

await withShopDatabase(async (db, config, sql) => {
  if (told.includes(RENEW_SEARCH)) await sql`select renew_search()`;
  const anchors = told.filter((it) => it !== RENEW_SEARCH);
  const findings = await examineShop(db, () => new Date(), anchors);
  for (const finding of findings) process.stdout.write(`${describe(finding)}\n\n`);
  const kept = VOWS.length - findings.length;
  process.stdout.write(`${kept} of ${VOWS.length} promises hold${findings.length === 0 ? ': all is well.' : '.'}\n`);
  const trouble = config.databaseUrl ? undefined : await archiveTrouble(sql);
  if (trouble) process.stdout.write(`\nBACKUPS: ${trouble}\n`);
  const address = new URL(config.publicOrigin);
  const tls = address.protocol === 'https:' ? await examineTls(address, { now: new Date() }) : [];
  for (const sentence of tls)
    process.stdout.write(`\nTLS: ${sentence} Correct it in the proxy in front of the shop.\n`);
  if (findings.length > 0 || trouble || tls.length > 0) process.exitCode = 1;
});

function describe({ broken, ids }: Finding): string {
  const more = ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : '';
  return [
    `BROKEN: ${broken.name}`,
    `  What should hold: ${broken.meaning}`,
    `  Broken by: ${ids.slice(0, SHOWN).join(', ')}${more}`,
    `  What to do: ${broken.remedy}`,
  ].join('\n');
}
