import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Opens the newest mail to this address in a new tab, as soon as there is one. */
export async function openNewestMail(context: BrowserContext, email: string): Promise<Page> {
  const mailbox = await context.newPage();
  const mail = mailbox.getByRole('link', { name: email }).first();
  await expect
    .poll(async () => {
      await mailbox.goto('/sandbox/mailbox');
      return mail.count();
    })
    .toBe(1);
  await mail.click();
  return mailbox;
}

/** Follows a link of a mail and answers the tab that it opens. */
export async function followLink(link: Locator): Promise<Page> {
  const [opened] = await Promise.all([link.page().context().waitForEvent('page'), link.click()]);
  return opened;
}

/** The link in the plain text of the mail that is open. */
export async function linkOfText(mailbox: Page, name: RegExp): Promise<Locator> {
  await mailbox.getByRole('link', { name: 'Text' }).click();
  return mailbox.getByRole('link', { name });
}
