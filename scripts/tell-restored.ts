import type { Restored } from '../platform/backup/restore-shop.ts';

/** What the owner reads after a restore, line by line; `into` names the folder of a copy beside the shop. */
export function tellRestored(
  { backup, recovered, rows, troubles, folder, aside, pictures }: Restored,
  to?: Date,
  into?: string,
): string[] {
  const last = recovered.lastChange?.toISOString() ?? backup.manifest.to;
  const held = troubles.length === 0 ? 'All invariants hold.' : 'These do not hold:';
  return [
    `Restored from the backup ${backup.name} and the log after it, into ${folder}.`,
    to
      ? `It is the shop of ${to.toISOString()}; its last change before was at ${last}.`
      : `Its last change was at ${last}.`,
    ...(to && !recovered.reached ? ['Between the two nothing is known: the log ends there.'] : []),
    `It has ${rows.orders ?? 0} orders, ${rows.payment ?? 0} payments, ${rows.person ?? 0} people, ${rows.tool ?? 0} tools. ${held}`,
    ...troubles.map((trouble) => `  ${trouble}`),
    ...(pictures > 0 ? [`${pictures} picture files were put back.`] : []),
    ...(aside ? [`The data that was there before is kept in ${aside}; remove it when you no longer want it.`] : []),
    into
      ? `Look at it with SHOP_DATA=${into} and a PORT of its own. It does not open with the BACKUP_DIR of these backups, with SMTP_URL or with live keys: it would write among the same backups, mail the same people and settle the same payments. Of a live shop it wants TEST_COPY=on, and is then reached from this machine only, unless HOST says otherwise, without demo accounts and sample content.`
      : 'Start the shop with npm start. It asks the payment provider about everything since that moment: payments of orders that ' +
        'are there are settled, and money of orders that are no longer there is given back, but not what was taken at PayPal: ' +
        'compare its activity page, docs/operations.md says how. Mails of that time may be sent again. ' +
        'Passwords and rights that were changed since are as they were. If another machine had this shop, it must have been ' +
        'closed before the backup and must never open again: each would give back or close what people pay at the other.',
  ];
}
