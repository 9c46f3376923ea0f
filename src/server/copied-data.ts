import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

const markIn = (dataFolder: string): string => join(dataFolder, 'copy-of');

/** Says that the data are a copy to look at, made from these backups. */
export async function markCopy(dataFolder: string, backupFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  await writeFile(markIn(dataFolder), `${backupFolder}\n`);
}

export const unmarkCopy = (dataFolder: string): Promise<void> => rm(markIn(dataFolder), { force: true });

export const isCopy = (dataFolder: string): boolean => read(markIn(dataFolder)) !== undefined;

/** Why a copy is not opened: it would write among the shop's backups, mail its customers or settle its payments. */
export function refuseCopy(config: Pick<Config, 'dataFolder' | 'backupFolder' | 'smtpUrl' | 'testMode'>) {
  const mark = markIn(config.dataFolder);
  const origin = read(mark);
  if (origin === undefined) return undefined;
  if (config.backupFolder !== origin && !config.smtpUrl && config.testMode) return undefined;
  return `The data in ${config.dataFolder} are a copy to look at: open them without BACKUP_DIR, SMTP_URL and live keys, which are the shop's. If they are to be the shop from now on, remove ${mark}.`;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
