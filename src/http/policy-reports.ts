import { Hono } from 'hono';
import type { Context } from '#services/kernel/context.ts';
import { problem } from './problem.ts';
import { readBytes } from './read-body.ts';
import { POLICY_REPORTS } from './security-headers.ts';

const MAX_BYTES = 16 * 1024;
const MINUTE = 60_000;
/** Per minute. */
export const MAX_REPORTS = { perClient: 10, total: 100 };

interface Refused {
  readonly directive: string;
  readonly blocked: string;
  readonly page: string;
}

export function policyReports({ log, clock }: Pick<Context, 'log' | 'clock'>, publicOrigin: string): Hono {
  const app = new Hono();
  let minute = 0;
  let total = 0;
  const perClient = new Map<string, number>();

  function mayReport(client: string): boolean {
    const now = Math.floor(clock().getTime() / MINUTE);
    if (now !== minute) {
      minute = now;
      total = 0;
      perClient.clear();
    }
    const before = perClient.get(client) ?? 0;
    if (before >= MAX_REPORTS.perClient || total >= MAX_REPORTS.total) return false;
    perClient.set(client, before + 1);
    total += 1;
    return true;
  }

  app.post(POLICY_REPORTS, async (c) => {
    if (!mayReport(c.get('client')))
      return problem('too_many_attempts', { retryAfter: 60, detail: 'Too many reports. Try again in a minute.' });
    const body = await readBytes(c.req.raw, MAX_BYTES);
    if (!body.ok) return problem('body_too_large', { detail: 'A report may have 16 kB at most.' });
    const refusals = read(new TextDecoder().decode(body.value), publicOrigin);
    for (const refused of refusals) log.warn(refused, "a page's policy refused something");
    return c.body(null, 204);
  });
  return app;
}

/** The violations on the shop's pages, from either format: Reporting API or report-uri. */
function read(text: string, publicOrigin: string): Refused[] {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    return [];
  }
  const bodies = [sent].flat().map((it) => record(record(it).body ?? record(it)['csp-report']));
  return bodies.slice(0, MAX_REPORTS.perClient).flatMap((body) => {
    const page = urlOf(body.documentURL ?? body['document-uri']);
    const blocked = textOf(body.blockedURL ?? body['blocked-uri']);
    const directive = textOf(body.effectiveDirective ?? body['effective-directive'] ?? body['violated-directive']);
    // Browser extensions cause violations of their own.
    if (page?.origin !== publicOrigin || /^[a-z-]*-extension/.test(blocked)) return [];
    return [{ directive: wordOf(directive), blocked: sourceOf(blocked), page: kindOf(page) }];
  });
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Anything may be sent, also what `String` throws at. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const urlOf = (text: unknown): URL | undefined => URL.parse(textOf(text)) ?? undefined;

const wordOf = (text: string): string => /^[a-z]+(-[a-z]+){0,4}$/.exec(text.slice(0, 40))?.[0] ?? 'other';

/** An origin or a keyword: paths and queries may contain personal data. */
function sourceOf(blocked: string): string {
  const url = urlOf(blocked);
  if (!url) return wordOf(blocked);
  return url.origin === 'null' ? wordOf(url.protocol.slice(0, -1)) : url.origin.slice(0, 100);
}

const kindOf = ({ pathname }: URL): string => /^(\/[a-zA-Z]{1,20}){0,2}(?=\/|$)/.exec(pathname)?.[0] || '/';
