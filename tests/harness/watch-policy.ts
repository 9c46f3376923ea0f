import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';

/** Hears each time the policy of a page refuses something, in all pages and frames of this context, popups too. */
export async function watchPolicy(context: BrowserContext, tell: (refusal: string) => void): Promise<void> {
  context.on('console', (message) => {
    if (REFUSAL.test(message.text())) tell(`${message.text()} (at ${message.page()?.url()})`);
  });
  // What a script catches and hides is an event all the same.
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
      // biome-ignore lint/suspicious/noConsole: the browser's console is where the tests listen
      console.error(`securitypolicyviolation: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`),
    );
  });
}

const REFUSAL = /securitypolicyviolation|Content Security Policy|Permissions policy|Trusted(HTML|Script|Type)/i;

/** Every page of a test file is watched: what a policy refuses fails the test, whether or not it looks. */
export function forbidRefusals(): (context: BrowserContext) => Promise<void> {
  const refusals: string[] = [];
  const check = () => expect(refusals.splice(0), 'refused by the policy of a page').toEqual([]);
  afterEach(check);
  afterAll(check);
  return (context) => watchPolicy(context, (refusal) => refusals.push(refusal));
}
