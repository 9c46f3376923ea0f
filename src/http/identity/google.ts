import { Hono, type Context as HonoContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { GOOGLE, type GoogleTrouble } from '#model/identity/google.ts';
import { ATTEMPT_MINUTES, beginGoogle } from '#services/identity/begin-google.ts';
import { finishGoogle } from '#services/identity/finish-google.ts';
import type { Context } from '#services/kernel/context.ts';
import { noteTrouble } from '../answer-trouble.ts';
import { enter } from '../identity.ts';
import type { Limiter } from '../limiter.ts';
import { BROWSER_COOKIE, SESSION_COOKIE } from '../may-call.ts';

export function googleRoutes(context: Context, limiter: Limiter): Hono {
  const app = new Hono();
  const get = (path: string, answer: (c: HonoContext) => Promise<Response>) =>
    app.get(path, (c) =>
      limiter(
        'google',
        c.req.raw,
        () =>
          answer(c).catch((error: unknown) => {
            noteTrouble(context.log, error, { request: c.get('request'), method: c.req.method, route: path });
            return goTo(c, '/login?google=busy');
          }),
        () => goTo(c, '/login?google=busy'),
      ),
    );

  get(GOOGLE.start, async (c) => {
    const begun = await beginGoogle(
      context,
      getCookie(c, BROWSER_COOKIE),
      getCookie(c, SESSION_COOKIE),
      c.get('client'),
    );
    if (!begun.ok) return refuse(context, c, begun.failure);
    setCookie(c, BROWSER_COOKIE, begun.value.browser, {
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
      maxAge: ATTEMPT_MINUTES * 60,
    });
    return goTo(c, begun.value.url);
  });

  get(GOOGLE.callback, async (c) => {
    const entered = await finishGoogle(context, new URL(c.req.url), getCookie(c, BROWSER_COOKIE), c.get('client'));
    if (!entered.ok) return refuse(context, c, entered.failure);
    await enter(context, c, entered.value.token);
    // Which leads on to the page that sent there, or home.
    return goTo(c, '/login');
  });

  return app;
}

function refuse({ log }: Context, c: HonoContext, { code, reason }: { code: GoogleTrouble; reason?: string }) {
  log.info({ google: code, reason }, 'sign-in with Google refused');
  return goTo(c, `/login?google=${code}`);
}

function goTo(c: HonoContext, place: string): Response {
  c.header('cache-control', 'no-store');
  return c.redirect(place, 303);
}
