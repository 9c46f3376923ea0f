import { join } from 'node:path';
import type { Config } from '../config.ts';

/** What the log says at the start about settings that were probably forgotten. */
export function settingsToDoubt(config: Config): string[] {
  const { testMode, smtpUrl, publicOrigin, contactEmail, databaseUrl, s3, dataFolder } = config;
  const doubts: string[] = [];
  if (!config.originIsGiven && (!testMode || smtpUrl))
    doubts.push(`no address: PUBLIC_ORIGIN is not set, so the links in mails go to ${publicOrigin}`);
  if (config.contactIsSample && !testMode)
    doubts.push(`no contact: CONTACT_EMAIL is not set, so customers are told to write to ${contactEmail}`);
  if (databaseUrl && !s3)
    doubts.push(
      `pictures are in no backup: with DATABASE_URL the shop makes none. Have ${join(dataFolder, 'images')} copied every day, or set S3_BUCKET`,
    );
  return doubts;
}
