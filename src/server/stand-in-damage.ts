import { join } from 'node:path';
import { examineSqlite } from '#sandbox/kernel/open-sqlite.ts';
import type { Config } from '../config.ts';

export const storeOfPayments = ({ dataFolder }: Config) => join(dataFolder, 'sandbox-stripe.sqlite');
export const storeOfPayPal = ({ dataFolder }: Config) => join(dataFolder, 'sandbox-paypal.sqlite');
export const storeOfMails = ({ dataFolder }: Config) => join(dataFolder, 'sandbox-mailbox.sqlite');

export function standInDamage(config: Config): string[] {
  const aside = 'close the shop, bring it back from a copy, or move it out of the folder; then';
  return [
    ...(config.stripe
      ? []
      : brokenStore(
          storeOfPayments(config),
          `${aside} payments made so far are unknown to the payment stand-in and cannot be given back by it.`,
        )),
    ...(config.paypal || !config.testMode
      ? []
      : brokenStore(
          storeOfPayPal(config),
          `${aside} payments made so far are unknown to the PayPal stand-in and cannot be given back by it.`,
        )),
    ...(config.testMailbox
      ? brokenStore(storeOfMails(config), `${aside} the test mailbox is empty, and nothing else is missing.`)
      : []),
  ];
}

function brokenStore(file: string, remedy: string): string[] {
  const trouble = examineSqlite(file);
  return trouble ? [`The file ${file} is damaged (${trouble}): ${remedy}`] : [];
}
