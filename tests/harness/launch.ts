import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';

/** The browser of this machine, started so that nothing but the tests keeps it busy. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found; npm test installs one or says how');
  return chromium.launch({ executablePath, args: FLAGS });
}

const FLAGS = [
  ...CHROMIUM_FLAGS,
  '--disable-component-update',
  '--disable-sync',
  // One process for all pages: starting one for each takes a tenth of the tests' time.
  '--renderer-process-limit=1',
];
