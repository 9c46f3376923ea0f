import { createHash, randomBytes } from 'node:crypto';
import type { Limiter } from './limiter.ts';
import { LINK_HEADERS, POLICY_REPORTS, pagePolicy } from './security-headers.ts';

export interface PagesOptions {
  /** Renders a page whose own inline scripts carry the nonce. */
  readonly render: (request: Request, nonce: string) => Promise<Response>;
  /** False in development, whose scripts and styles come and go. */
  readonly withPolicy: boolean;
  /** Pages below these paths may load Stripe's own card fields; none when the shop has no Stripe account. */
  readonly stripeBelow?: readonly string[];
  /** The addresses of pages below this path are secrets. */
  readonly linksBelow?: string;
  readonly limiter: Limiter;
}

/** The policy of a page allows by hash the inline scripts that the renderer wrote, and no others. */
export function createPages({
  render,
  withPolicy,
  stripeBelow = [],
  linksBelow,
  limiter,
}: PagesOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const response = await limiter('page', request, () => answer(request), busyPage);
    if (linksBelow === undefined || !new URL(request.url).pathname.startsWith(linksBelow)) return response;
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(LINK_HEADERS)) headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  };

  async function answer(request: Request): Promise<Response> {
    const nonce = randomBytes(16).toString('base64');
    // The page of a HEAD is rendered like that of a GET, for its policy names the hashes of what is in it.
    const response = await render(asGet(request), nonce);
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
    const { page, hashes } = signScripts(await response.text(), nonce);
    const headers = new Headers(response.headers);
    const { pathname } = new URL(request.url);
    const stripe = stripeBelow.some((path) => pathname.startsWith(path));
    headers.set('content-security-policy', withPolicy ? pagePolicy(hashes, stripe) : "frame-ancestors 'none'");
    headers.set('reporting-endpoints', `csp="${POLICY_REPORTS}"`);
    if (request.method !== 'HEAD') return new Response(page, { status: response.status, headers });
    headers.set('content-length', String(Buffer.byteLength(page)));
    return new Response(null, { status: response.status, headers });
  }
}

const asGet = (request: Request): Request =>
  request.method === 'HEAD' ? new Request(request.url, { headers: request.headers, signal: request.signal }) : request;

/** Only scripts with the nonce get a hash. It is removed, so that the page can be cached. React lists no scripts. */
function signScripts(page: string, nonce: string): { page: string; hashes: string[] } {
  const hashes = new Set<string>();
  const mark = ` nonce="${nonce}"`;
  const signed = page.replace(/<script\b([^>]*)>([\s\S]*?)<\/script>/g, (tag, attributes: string, text: string) => {
    if (!attributes.includes(mark)) return tag;
    if (text) hashes.add(createHash('sha256').update(text).digest('base64'));
    return tag.replace(mark, '');
  });
  return { page: signed.replaceAll(mark, ''), hashes: [...hashes] };
}

/** The answer to a refused page request: static, so that it costs nothing under overload. */
function busyPage(): Response {
  return new Response(BUSY_PAGE, {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '5' },
  });
}

const BUSY_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>The shop is busy</title></head>
<body>
<main>
<h1>The shop is busy</h1>
<p>Many people are here at this moment. Wait a few seconds, then <a href="">try again</a>.</p>
</main>
</body>
</html>
`;
