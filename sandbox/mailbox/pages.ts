import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { COLOURS } from '../kernel/colours.ts';
import type { Mail, Store } from './store.ts';

type Html = ReturnType<typeof html>;

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Mails have inline styles, allowed only here. No scripts, no loading, a foreign origin; links open a new tab. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

export function createPages(store: Store, base: string): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
    if (!c.res.headers.has('content-security-policy')) c.header('content-security-policy', PAGE_POLICY);
  });
  app.get('/', (c) => c.html(page(base, store.newest())));
  app.get('/mailbox.css', (c) => c.text(STYLES, 200, { 'content-type': 'text/css; charset=utf-8' }));
  app.get('/:id{[0-9]{1,12}}', (c) => {
    const mail = store.find(Number(c.req.param('id')));
    const view = c.req.query('view') === 'text' ? 'text' : 'html';
    return c.html(page(base, store.newest(), mail ?? 'absent', view), mail ? 200 : 404);
  });
  app.get('/:id{[0-9]{1,12}}/html', (c) => {
    const mail = store.find(Number(c.req.param('id')));
    if (!mail) return c.notFound();
    return c.html(mail.html, 200, { 'content-security-policy': MAIL_POLICY });
  });
  app.get('/:id{[0-9]{1,12}}/source', (c) => {
    const mail = store.find(Number(c.req.param('id')));
    return mail ? c.text(mail.source) : c.notFound();
  });
  app.notFound((c) => c.text('There is no such page in the mailbox.\n', 404));
  return app;
}

function page(base: string, mails: readonly Mail[], open?: Mail | 'absent', view: 'html' | 'text' = 'html'): Html {
  const title = open && open !== 'absent' ? open.subject : 'Test mailbox';
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} | Test mailbox</title>
<link rel="stylesheet" href="${base}/mailbox.css">
</head>
<body>
<header class="top">
<p class="name"><a href="${base}">Test mailbox</a></p>
<p class="about">Every mail of this shop lands here while it is in test mode. Nothing is sent to anybody.</p>
<p class="acts"><a href="${base}">Refresh</a> <a href="/">To the shop</a></p>
</header>
<div class="${open ? 'panes panes--open' : 'panes'}">
<nav class="list" aria-label="Mails">${list(base, mails, open)}</nav>
<main class="mail">${open === 'absent' ? absent(base) : open ? opened(base, open, view) : welcome(mails)}</main>
</div>
</body>
</html>`;
}

function list(base: string, mails: readonly Mail[], open: Mail | 'absent' | undefined): Html {
  if (mails.length === 0)
    return html`<p class="none">No mail yet. Ask for a new password or place an order, then refresh.</p>`;
  const current = open && open !== 'absent' ? open.id : undefined;
  return html`<ol>${mails.map(
    ({
      id,
      at,
      recipients,
      subject,
    }) => html`<li><a href="${base}/${id}"${id === current ? raw(' aria-current="page"') : ''}>
<span class="to">${recipients.join(', ')}</span>
<time datetime="${at.toISOString()}">${momentOf(at)}</time>
<span class="subject">${subject}</span>
</a></li>`,
  )}</ol>`;
}

function opened(base: string, mail: Mail, view: 'html' | 'text'): Html {
  const link = (name: 'html' | 'text', label: string) =>
    html`<a href="${base}/${mail.id}?view=${name}"${name === view ? raw(' aria-current="true"') : ''}>${label}</a>`;
  return html`<p class="back"><a href="${base}">All mails</a></p>
<h1>${mail.subject}</h1>
<dl>
<div><dt>From</dt><dd>${mail.sender}</dd></div>
<div><dt>To</dt><dd>${mail.recipients.join(', ')}</dd></div>
<div><dt>Received</dt><dd><time datetime="${mail.at.toISOString()}">${momentOf(mail.at)}</time></dd></div>
</dl>
<p class="views">${link('html', 'HTML')} ${link('text', 'Text')} <a href="${base}/${mail.id}/source">Source</a></p>
${
  view === 'text'
    ? html`<pre class="text">${withLinks(mail.text)}</pre>`
    : html`<iframe src="${base}/${mail.id}/html" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
}`;
}

const welcome = (mails: readonly Mail[]): Html =>
  html`<h1>Test mailbox</h1><p>${mails.length === 0 ? 'It is empty.' : 'Choose a mail to read it.'}</p>`;

const absent = (base: string): Html =>
  html`<h1>There is no such mail</h1><p>Only the last ones are kept. <a href="${base}">All mails</a></p>`;

function withLinks(text: string): (Html | string)[] {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 ? html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>` : part,
    );
}

const momentOf = (at: Date): string =>
  `${at.toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: 'UTC' })} UTC`;

const STYLES = `${COLOURS}* { box-sizing: border-box; margin: 0; }
body {
  background: var(--ground);
  color: var(--ink);
  font: 15px/1.55 'Instrument Sans', 'Helvetica Neue', Arial, sans-serif;
  min-height: 100vh;
  display: grid;
  grid-template-rows: auto 1fr;
}
a { color: var(--accent-text); text-underline-offset: 3px; }
a:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
h1 { font-size: 26px; line-height: 1.15; font-weight: 700; margin-bottom: 12px; overflow-wrap: anywhere; }
.top {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 24px;
  align-items: baseline;
  padding: 14px 24px;
  border-bottom: 1px solid var(--rule);
  border-top: 4px solid var(--accent);
}
.name a { color: inherit; text-decoration: none; font-size: 19px; font-weight: 700; }
.about { color: var(--ink-2); flex: 1 1 20rem; }
.acts { display: flex; gap: 20px; }
.acts a { padding-block: 10px; }
.panes { display: grid; grid-template-columns: minmax(17rem, 22rem) 1fr; min-height: 0; }
.list { border-right: 1px solid var(--rule); }
.list ol { list-style: none; padding: 0; }
.list li { border-bottom: 1px solid var(--rule); }
.list a {
  display: grid;
  grid-template-columns: 1fr auto;
  gap: 2px 12px;
  padding: 12px 20px 12px 24px;
  color: inherit;
  text-decoration: none;
  border-left: 3px solid transparent;
}
.list a:hover { background: var(--hover); }
.list a:focus-visible { outline-offset: -3px; }
.list a[aria-current] { background: var(--surface); border-left-color: var(--accent); }
.to { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--ink-2); font-size: 14px; }
time { color: var(--ink-3); font-size: 13px; white-space: nowrap; font-variant-numeric: tabular-nums; }
.subject { grid-column: 1 / -1; font-weight: 600; overflow-wrap: anywhere; }
.none { padding: 24px; color: var(--ink-2); }
.mail { padding: 24px 32px 48px; min-width: 0; }
.back { display: none; margin-bottom: 12px; }
dl { margin-bottom: 16px; }
dl div { display: grid; grid-template-columns: 5.5rem 1fr; gap: 12px; }
dt { color: var(--ink-3); }
dd { overflow-wrap: anywhere; }
.views { display: flex; gap: 24px; border-bottom: 1px solid var(--rule); }
.views a { padding: 10px 0; color: var(--ink-2); text-decoration: none; border-bottom: 3px solid transparent; margin-bottom: -1px; }
.views a:hover { color: var(--ink); }
.views a[aria-current] { color: var(--ink); font-weight: 600; border-bottom-color: var(--accent); }
iframe { display: block; width: 100%; height: 60rem; border: 1px solid var(--rule); border-top: 0; background: var(--ground); }
.text {
  padding: 24px;
  border: 1px solid var(--rule);
  border-top: 0;
  background: var(--surface);
  font: 14px/1.6 'Geist Mono', ui-monospace, Menlo, Consolas, monospace;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
@media (width < 51.25rem) {
  .panes { grid-template-columns: 1fr; align-content: start; }
  .list { border-right: 0; }
  .panes--open .list { display: none; }
  .panes:not(.panes--open) .mail { display: none; }
  .back { display: block; }
  .top { padding-inline: 16px; }
  .list a { padding-inline: 13px 16px; }
  .mail { padding: 20px 16px 32px; }
}
`;
