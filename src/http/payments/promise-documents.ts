import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { PROMISE_LINKS, PromiseNumber, type PromisePaper } from '#model/orders/promise.ts';
import { findSessionByToken } from '#services/identity/sessions.ts';
import type { Context } from '#services/kernel/context.ts';
import { findLink } from '#services/payments/find-link.ts';
import { getPromise } from '#services/payments/get-promise.ts';
import { promisePaper } from '#services/payments/promise-paper.ts';
import { SESSION_COOKIE } from '../identity/authenticate.ts';
import type { Limiter } from '../limiter.ts';
import { LINK_HEADERS } from '../security-headers.ts';

interface Documents {
  readonly limiter: Limiter;
  readonly write: (paper: PromisePaper, shop: string) => Promise<Uint8Array>;
  readonly otherwise: (request: Request) => Promise<Response> | Response;
}

/** Price promises as PDF, for their customer by the session cookie, and for whoever has a link. */
export function promiseDocuments(context: Context, { limiter, write, otherwise }: Documents): Hono {
  const app = new Hono();
  const answer = (request: Request, find: () => Promise<PromisePaper | undefined>) =>
    limiter('image', request, async () => {
      const paper = await find();
      if (!paper) return otherwise(request);
      const bytes = await write(paper, context.shop.name);
      return new Response(new Uint8Array(bytes), {
        headers: {
          ...LINK_HEADERS,
          'content-type': 'application/pdf',
          'content-length': String(bytes.byteLength),
          'content-disposition': `inline; filename="${paper.number}.pdf"`,
        },
      });
    });
  app.get('/dashboard/promises/:file{PP-[0-9]+\\.pdf}', (c) =>
    answer(c.req.raw, async () => {
      const token = getCookie(c, SESSION_COOKIE);
      const who = token ? await findSessionByToken(context, token) : undefined;
      const number = PromiseNumber.safeParse(c.req.param('file').slice(0, -'.pdf'.length));
      const found = who && number.success ? await getPromise(context, who.id, number.data) : undefined;
      return found?.ok ? found.value : undefined;
    }),
  );
  app.get(`${PROMISE_LINKS}:token/:file{PP-[0-9]+\\.pdf}`, (c) =>
    answer(c.req.raw, async () => {
      const found = await findLink(context, c.req.param('token'));
      const paper = found && (await promisePaper(context, found.promise)).paper;
      return paper && `${paper.number}.pdf` === c.req.param('file') ? paper : undefined;
    }),
  );
  app.notFound((c) => otherwise(c.req.raw));
  return app;
}
