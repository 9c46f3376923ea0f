import type { Page } from 'playwright-core';
import { drop, hold } from './network.ts';
import { type Screen, screen } from './screen.ts';

const DATA = /^\/(_root|_|index)?\.data$/;

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('link', { name: 'Get Started' }).waitFor();
}

export const homeNeedScreens: readonly Screen[] = [
  screen('20-home-need', 'visitor', (page) => open(page, '/?need=250&sort=total#tools')),
  screen('20-home-need-idle', 'visitor', (page) => open(page, '/#tools')),
  screen('20-home-need-list', 'visitor', async (page) => {
    await open(page, '/?need=250&view=list#tools');
    await page.getByRole('columnheader', { name: 'For 250 pieces' }).waitFor();
  }),
  screen('20-home-need-sticky', 'visitor', async (page) => {
    await open(page, '/?need=250&all=1#tools');
    await page.getByRole('article').nth(4).scrollIntoViewIfNeeded();
  }),
  screen('20-home-need-wrong', 'visitor', async (page) => {
    await open(page, '/?need=250#tools');
    await page.getByRole('textbox', { name: 'I need' }).fill('many');
    await page.getByText('Enter a whole number from 1 to 1,000,000.').waitFor();
  }),
  screen('20-home-need-nothing', 'visitor', async (page) => {
    await open(page, '/?need=400000&all=1#tools');
    await page.getByRole('heading', { name: 'No tool can deliver all 400,000.' }).waitFor();
  }),
  screen('20-home-need-loading', 'visitor', async (page) => {
    await open(page, '/#tools');
    await hold(page, DATA);
    await page.getByRole('textbox', { name: 'I need' }).fill('250');
    await page.getByRole('checkbox', { name: 'Can deliver all 250' }).waitFor();
  }),
  screen('20-home-need-stock-unknown', 'visitor', async (page) => {
    await open(page, '/#tools');
    await drop(page, DATA);
    await page.getByRole('textbox', { name: 'I need' }).fill('250');
    await page.getByText('Stock could not be checked.').waitFor();
  }),
];
