import { Hono } from 'hono';
import type { Context } from '#services/kernel/context.ts';
import { problem } from './problem.ts';
import { readBytes } from './read-body.ts';
import { POLICY_REPORTS } from './security-headers.ts';

const LARGEST = 16 * 1024;
const MINUTE = 60_000;
/** Reports that are read within a minute: of one network, and of all together. */
const MOST = { ofOne: 10, ofAll: 100 };

/** What of a report may be known: what was refused, where it would have come from, and on which kind of page. */
interface Refused {
  readonly directive: string;
  readonly blocked: string;
  readonly page: string;
}

/** Takes what browsers report of a page's policy into the log, so that its owner hears of an attack or a mistake. */
export function policyReports({ log, clock }: Pick<Context, 'log' | 'clock'>, publicOrigin: string): Hono {
  const app = new Hono();
  let minute = 0;
  let ofAll = 0;
  const ofOne = new Map<string, number>();

  function mayReport(client: string): boolean {
    const now = Math.floor(clock().getTime() / MINUTE);
    if (now !== minute) {
      minute = now;
      ofAll = 0;
      ofOne.clear();
    }
    const before = ofOne.get(client) ?? 0;
    if (before >= MOST.ofOne || ofAll >= MOST.ofAll) return false;
    ofOne.set(client, before + 1);
    ofAll += 1;
    return true;
  }

  app.post(POLICY_REPORTS, async (c) => {
    if (!mayReport(c.get('client')))
      return problem('too_many_attempts', { retryAfter: 60, detail: 'Too many reports. Try again in a minute.' });
    const body = await readBytes(c.req.raw, LARGEST);
    if (!body.ok) return problem('body_too_large', { detail: 'A report may have 16 kB at most.' });
    const refusals = read(new TextDecoder().decode(body.value), publicOrigin);
    for (const refused of refusals) log.warn(refused, "a page's policy refused something");
    return c.body(null, 204);
  });
  return app;
}

/** The refusals on pages of this shop, in either of the two forms in which browsers report them. */
function read(text: string, publicOrigin: string): Refused[] {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    return [];
  }
  const bodies = [sent].flat().map((it) => record(record(it).body ?? record(it)['csp-report']));
  return bodies.slice(0, MOST.ofOne).flatMap((body) => {
    const page = urlOf(body.documentURL ?? body['document-uri']);
    const blocked = String(body.blockedURL ?? body['blocked-uri'] ?? '');
    const directive = String(body.effectiveDirective ?? body['effective-directive'] ?? body['violated-directive']);
    // What an extension of the browser adds to a page says nothing of the shop.
    if (page?.origin !== publicOrigin || /^[a-z-]*-extension/.test(blocked)) return [];
    return [{ directive: wordOf(directive), blocked: sourceOf(blocked), page: kindOf(page) }];
  });
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const urlOf = (text: unknown): URL | undefined => (URL.canParse(String(text)) ? new URL(String(text)) : undefined);

/** A keyword of the policy, such as `script-src-elem` or `inline`; of any other text nothing is kept. */
const wordOf = (text: string): string => /^[a-z]+(-[a-z]+){0,4}$/.exec(text.slice(0, 40))?.[0] ?? 'other';

/** The origin of what was refused, or its keyword. Paths and queries may hold what belongs to people. */
function sourceOf(blocked: string): string {
  const url = urlOf(blocked);
  if (!url) return wordOf(blocked);
  return url.origin === 'null' ? wordOf(url.protocol.slice(0, -1)) : url.origin.slice(0, 100);
}

/** `/purchase` of `/purchase/42`: ids and mistyped addresses are left out. */
const kindOf = ({ pathname }: URL): string => /^(\/[a-zA-Z]{1,20}){0,2}(?=\/|$)/.exec(pathname)?.[0] || '/';
