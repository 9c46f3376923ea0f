import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';

/** The browser of this machine, started so that nothing but the tests keeps it busy. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found; npm test installs one or says how');
  return chromium.launch({ executablePath, args: FLAGS });
}

/** Playwright's own list, whose place this one takes, and the address bar's popups: pages that load beside each of ours. */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

const FLAGS = [
  ...CHROMIUM_FLAGS,
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  '--disable-component-update',
  '--disable-sync',
  // One process for all pages: starting one for each takes a tenth of the tests' time.
  '--renderer-process-limit=1',
];
