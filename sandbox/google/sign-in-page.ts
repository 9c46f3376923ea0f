import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { html } from 'hono/html';
import { READY, type Typed } from './choice.ts';

export interface SignInPage {
  readonly shopName: string;
  readonly issuer: string;
  /** The rejected input. */
  readonly typed?: Typed;
}

type Html = ReturnType<typeof html>;

export const signInPage = ({ shopName, issuer, typed }: SignInPage): Html =>
  page(
    issuer,
    `Choose an account`,
    html`<p class="lead">to continue to ${shopName}</p>
      <p class="note"><b>This is not Google.</b> The shop is in test mode and runs a stand-in that believes whatever you choose.</p>
      <form method="post" novalidate>
        <ul class="accounts">
          ${READY.map(
            ({ name, email }) =>
              html`<li><button class="account" name="account" value="${email}"><span class="face" aria-hidden="true">${name[0]}</span><span><b>${name}</b><span class="soft">${email}</span></span></button></li>`,
          )}
        </ul>
      </form>
      <form method="post" novalidate>
        <h2>Another account</h2>
        <label for="email">Email</label>
        <input id="email" name="email" type="email" autocomplete="off" spellcheck="false" value="${typed?.email ?? ''}" ${typed ? html`aria-invalid="true" aria-describedby="wrong" autofocus` : ''}>
        ${typed ? html`<p class="wrong" id="wrong">${typed.wrong}</p>` : ''}
        <label for="name">Name <span class="soft">(optional)</span></label>
        <input id="name" name="name" autocomplete="off" maxlength="80" value="${typed?.name ?? ''}">
        <label class="check"><input type="checkbox" name="verified" ${typed && !typed.verified ? '' : 'checked'}> The address is verified</label>
        <div class="ends">
          <button class="go">Continue</button>
          <button class="quiet" name="cancel" value="1">Cancel</button>
        </div>
      </form>`,
  );

export const endedPage = ({ issuer, why, shop }: { issuer: string; why: string; shop: string }): Html =>
  page(
    issuer,
    'This sign-in has ended',
    html`<p class="lead">${why}</p>
      <div class="ends"><a class="go" href="${shop}">Back to the shop</a></div>`,
  );

export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

export async function answerPage(response: ServerResponse, status: number, body: Html): Promise<void> {
  response.writeHead(status, PAGE_HEADERS).end(String(await body));
}

export function answerStyle(response: ServerResponse): void {
  const style = readFileSync(new URL('./sign-in.css', import.meta.url));
  response.writeHead(200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }).end(style);
}

const page = (issuer: string, title: string, content: Html): Html =>
  html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} | Google, test mode</title>
    <link rel="stylesheet" href="${new URL(issuer).pathname}/sign-in.css">
  </head>
  <body>
    <main>
      <p class="mark">Google stand-in</p>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`;
