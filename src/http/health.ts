import { Hono } from 'hono';
import type { Context } from '#services/kernel/context.ts';
import { type Ailment, findAilments } from '#services/kernel/find-ailments.ts';
import { problem } from './problem.ts';

/**
 * For whoever watches the shop: /healthz says that the process lives, /readyz that it can serve, and what is wrong with
 * it all the same.
 */
export function healthRoutes(context: Context): Hono {
  const app = new Hono();
  app.get('/healthz', (c) => c.json({ ok: true }));
  // Whoever asks while the database is being asked hears the same answer: asking often costs the shop nothing.
  let asking: Promise<readonly Ailment[] | undefined> | undefined;
  app.get('/readyz', async (c) => {
    asking ??= ask(context).finally(() => {
      asking = undefined;
    });
    const degraded = await asking;
    return degraded ? c.json({ ready: true, degraded }) : problem('busy');
  });
  return app;
}

/** Undefined when the database does not answer. */
async function ask(context: Context): Promise<readonly Ailment[] | undefined> {
  try {
    return await findAilments(context);
  } catch (error) {
    context.log.warn({ err: error }, 'not ready');
    return undefined;
  }
}
