import type { Page } from 'playwright-core';
import { drop, hold } from './network.ts';
import type { Screen } from './screen.ts';

const DATA = /^\/(_root|_|index)?\.data$/;

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('link', { name: 'Get Started' }).waitFor();
}

export const homeNeedScreens: readonly Screen[] = [
  {
    name: '20-home-need',
    open: (page) => open(page, '/?need=250&sort=total#tools'),
  },
  {
    name: '20-home-need-idle',
    open: (page) => open(page, '/#tools'),
  },
  {
    name: '20-home-need-list',
    open: async (page) => {
      await open(page, '/?need=250&view=list#tools');
      await page.getByRole('columnheader', { name: 'For 250 pieces' }).waitFor();
    },
  },
  {
    name: '20-home-need-sticky',
    open: async (page) => {
      await open(page, '/?need=250&all=1#tools');
      await page.getByRole('article').nth(4).scrollIntoViewIfNeeded();
    },
  },
  {
    name: '20-home-need-wrong',
    open: async (page) => {
      await open(page, '/?need=250#tools');
      await page.getByRole('textbox', { name: 'I need' }).fill('many');
      await page.getByText('Enter a whole number from 1 to 1,000,000.').waitFor();
    },
  },
  {
    name: '20-home-need-nothing',
    open: async (page) => {
      await open(page, '/?need=400000&all=1#tools');
      await page.getByRole('heading', { name: 'No tool can deliver all 400,000.' }).waitFor();
    },
  },
  {
    name: '20-home-need-loading',
    open: async (page) => {
      await open(page, '/#tools');
      await hold(page, DATA);
      await page.getByRole('textbox', { name: 'I need' }).fill('250');
      await page.getByRole('checkbox', { name: 'Can deliver all 250' }).waitFor();
    },
  },
  {
    name: '20-home-need-stock-unknown',
    open: async (page) => {
      await open(page, '/#tools');
      await drop(page, DATA);
      await page.getByRole('textbox', { name: 'I need' }).fill('250');
      await page.getByText('Stock could not be checked.').waitFor();
    },
  },
];
