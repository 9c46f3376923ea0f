import type { Page } from 'playwright-core';

export async function fillCard(page: Page, card = '4242 4242 4242 4242'): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry').fill('12 / 40');
  await page.getByLabel('Security code').fill('123');
}

export async function payByCard(page: Page, card?: string): Promise<void> {
  await fillCard(page, card);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
}
