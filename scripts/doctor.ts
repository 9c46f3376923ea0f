import { join } from 'node:path';
import process from 'node:process';
import { archiveTrouble } from '../platform/backup/archive-health.ts';
import { damageIn, findDamage } from '../platform/postgres/find-damage.ts';
import type { Sql } from '../platform/postgres/sql.ts';
import { transactWithoutLimits } from '../platform/postgres/without-limits.ts';
import type { Config } from '../src/config.ts';
import { examineTls } from '../src/outside/kernel/examine-tls.ts';
import { missingPictures } from '../src/server/look-for-damage.ts';
import { openPictures } from '../src/server/open-pictures.ts';
import { standInDamage } from '../src/server/stand-in-damage.ts';
import type { Db } from '../src/services/kernel/context.ts';
import { ALL_INVARIANTS, examineShop, type Finding } from '../src/services/reports/examine-shop.ts';
import { RENEW_SEARCH } from '../src/services/reports/invariants.ts';
import { refuse, withShopDatabase } from './shop-database.ts';

const SHOWN = 10;

/** Of the audit, as the log has it. */
const ANCHOR = /^\d+:[0-9a-f]+$/;
const args = process.argv.slice(2);
const anchors = args.filter((it) => ANCHOR.test(it));
const unknown = args.find((it) => it !== RENEW_SEARCH && !ANCHOR.test(it));

if (unknown) refuse(`"${unknown}" is neither ${RENEW_SEARCH} nor an anchor of the audit such as 12:4be1....`);
else await withShopDatabase(examineAll);

async function examineAll(db: Db, config: Config, sql: Sql): Promise<void> {
  if (args.includes(RENEW_SEARCH)) await sql`select renew_search()`;
  const damage = [...(await describeDamage(sql)), ...standInDamage(config), ...(await describePictures(sql, config))];
  for (const sentence of damage) process.stdout.write(`DAMAGED: ${sentence}\n\n`);
  const broken = await look(db, damage.length > 0);
  const server = { osUser: config.postgresOsUser, data: join(config.dataFolder, 'postgres', 'data') };
  const trouble = config.databaseUrl ? undefined : await archiveTrouble(sql, server);
  if (trouble) process.stdout.write(`\nBACKUPS: ${trouble}\n`);
  const address = new URL(config.publicOrigin);
  const tls = address.protocol === 'https:' ? await examineTls(address, { now: new Date() }) : [];
  for (const sentence of tls)
    process.stdout.write(`\nTLS: ${sentence} Correct it in the proxy in front of the shop.\n`);
  if (broken || damage.length > 0 || trouble || tls.length > 0) process.exitCode = 1;
}

async function look(db: Db, damaged: boolean): Promise<boolean> {
  const examined = transactWithoutLimits(db, (tx) => examineShop(tx, () => new Date(), anchors));
  const findings = await examined.catch((error) => {
    if (damageIn(error) === undefined) throw error;
    return undefined;
  });
  if (!findings) {
    process.stdout.write('The invariants cannot be checked while the database is damaged.\n');
    return true;
  }
  for (const finding of findings) process.stdout.write(`${describe(finding)}\n\n`);
  const kept = ALL_INVARIANTS.length - findings.length;
  const well = findings.length === 0 && !damaged ? ': all is well.' : '.';
  process.stdout.write(`${kept} of ${ALL_INVARIANTS.length} invariants hold${well}\n`);
  return findings.length > 0;
}

async function describeDamage(sql: Sql): Promise<string[]> {
  return (await findDamage(sql)).map(
    ({ table, reason }) =>
      `The table ${table} cannot be read (${reason}). Close the shop, copy its data folder to a safe place as it is, and look at the disk; "npm run restore -- --list" says to which moment it can be set back.`,
  );
}

async function describePictures(sql: Sql, config: Config): Promise<string[]> {
  const { s3 } = config;
  try {
    const missing = await missingPictures(sql, await openPictures(config));
    if (missing.length === 0) return [];
    const paths = missing.slice(0, SHOWN).map((path) => (s3 ? path : join(config.dataFolder, 'images', path)));
    const more = missing.length > SHOWN ? ` and ${missing.length - SHOWN} more` : '';
    const what = missing.length === 1 ? '1 picture is missing' : `${missing.length} pictures are missing`;
    const names = `${paths.join(', ')}${more}`;
    return [
      s3
        ? `${what} in the bucket ${s3.bucket}: ${names}. "npm run pictures" copies there what is in SHOP_DATA; give its tool another picture where one is lost.`
        : `${what}: ${names}. Copy the folder of each back from "pictures" in the backup folder ${config.backupFolder}, or give its tool another picture.`,
    ];
  } catch (error) {
    if (!s3) throw error;
    return [`The bucket ${s3.bucket} cannot be read (${(error as Error).message}): check the settings of S3_BUCKET.`];
  }
}

function describe({ broken, ids }: Finding): string {
  const more = ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : '';
  return [
    `BROKEN: ${broken.name}`,
    `  What should hold: ${broken.meaning}`,
    `  Broken by: ${ids.slice(0, SHOWN).join(', ')}${more}`,
    `  What to do: ${broken.remedy}`,
  ].join('\n');
}
