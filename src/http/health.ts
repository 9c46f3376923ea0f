import { Hono } from 'hono';
import type { Context } from '#services/kernel/context.ts';
import { isReady } from '#services/kernel/is-ready.ts';
import { problem } from './problem.ts';

/** For whoever watches the shop: /healthz says that the process lives, /readyz that it can serve. */
export function healthRoutes(context: Context): Hono {
  const app = new Hono();
  app.get('/healthz', (c) => c.json({ ok: true }));
  // Whoever asks while the database is being asked hears the same answer: asking often costs the shop nothing.
  let asking: Promise<boolean> | undefined;
  app.get('/readyz', async (c) => {
    asking ??= isReady(context).finally(() => {
      asking = undefined;
    });
    return (await asking) ? c.json({ ready: true }) : problem('busy');
  });
  return app;
}
