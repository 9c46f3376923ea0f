import { html } from 'hono/html';
import { COLOURS } from '../kernel/colours.ts';
import type { Order } from './order.ts';
import { PAYERS } from './payers.ts';

type Html = ReturnType<typeof html>;

const POLICY = (sources: string) =>
  `default-src 'none'; style-src 'self'; form-action 'self' ${sources}; base-uri 'none'; frame-ancestors 'none'`;

/** @param backTo the shop, to which the form's answer leads */
export const pageHeaders = (backTo: readonly string[]): Record<string, string> => ({
  'cache-control': 'no-store',
  'content-security-policy': POLICY([...new Set(backTo.map((url) => new URL(url).origin))].join(' ')),
});

export const styleAnswer = () =>
  new Response(STYLES, { headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' } });

export const approvalPage = ({ id, amount, cancel_url }: Order, base: string): Html =>
  page(
    base,
    `Pay $${amount.value}`,
    html`<p class="note"><b>This is not PayPal.</b> The shop is in test mode and runs a stand-in that moves no money.</p>
      <form method="post" action="${base}/checkoutnow?token=${id}">
        <h2>Pay as</h2>
        <ul>${Object.entries(PAYERS).map(([kind, text]) => {
          const [name = '', what = ''] = text.split(': ');
          return html`<li><button name="payer" value="${kind}"><b>${name}</b><span>${what}</span></button></li>`;
        })}</ul>
      </form>
      <p><a href="${withToken(cancel_url, id)}">Cancel and return to the shop</a></p>`,
  );

export const endedPage = (base: string, order: Order | undefined): Html =>
  page(
    base,
    'There is nothing to approve here',
    order
      ? html`<p><a href="${withToken(order.return_url, order.id)}">Return to the shop</a></p>`
      : html`<p>The order is unknown, or it was not paid in time.</p><p><a href="/">To the shop</a></p>`,
  );

export function withToken(url: string, token: string, payer?: string): string {
  const to = new URL(url);
  to.searchParams.set('token', token);
  if (payer) to.searchParams.set('PayerID', payer);
  return to.href;
}

const page = (base: string, title: string, content: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} | PayPal, test mode</title>
<link rel="stylesheet" href="${base}/paypal.css">
</head>
<body>
<main>
<p class="mark">PayPal stand-in</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;

const STYLES = `${COLOURS}* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); font: 16px/1.55 'Instrument Sans', 'Helvetica Neue', Arial, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 48px 20px; display: grid; gap: 20px; }
.mark { color: var(--ink-2); border-top: 4px solid var(--accent); padding-top: 12px; }
h1 { font-size: 34px; line-height: 1.15; }
h2 { font-size: 18px; margin-bottom: 8px; }
.note { color: var(--ink-2); }
ul { list-style: none; padding: 0; border: 1px solid var(--rule); background: var(--surface); }
li + li { border-top: 1px solid var(--rule); }
button { display: grid; gap: 2px; width: 100%; padding: 12px 16px; min-height: 44px; text-align: start; font: inherit; color: inherit; background: none; border: 0; cursor: pointer; }
button:hover { background: var(--hover); }
button span { color: var(--ink-2); font-size: 14px; }
a { color: var(--accent-text); display: inline-block; padding-block: 10px; }
a:focus-visible, button:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
`;
