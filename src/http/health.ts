import { Hono } from 'hono';
import type { Context } from '#services/kernel/context.ts';
import { findHealthProblems, type HealthProblem } from '#services/kernel/find-health-problems.ts';
import { isLate } from '#services/kernel/is-late.ts';
import { problem } from './problem.ts';

/**
 * For whoever watches the shop: /healthz says that the process lives, /readyz that it can serve, and what is wrong with
 * it all the same.
 */
export function healthRoutes(context: Context, deadline: number = DEADLINE_MS): Hono {
  const app = new Hono();
  app.get('/healthz', (c) => c.json({ ok: true }));
  // Whoever asks while the database is being asked hears the same answer: asking often costs the shop nothing.
  let asking: Promise<readonly HealthProblem[] | undefined> | undefined;
  app.get('/readyz', async (c) => {
    asking ??= ask(context, deadline).finally(() => {
      asking = undefined;
    });
    const degraded = await asking;
    return degraded ? c.json({ ready: true, degraded }) : problem('busy');
  });
  return app;
}

/** Who asks gives up after two seconds or so, and would learn nothing. */
const DEADLINE_MS = 1_500;

/** Undefined when the database does not answer in time. */
async function ask(context: Context, deadline: number): Promise<readonly HealthProblem[] | undefined> {
  try {
    const asking = findHealthProblems(context);
    if (!(await isLate(asking, deadline))) return await asking;
    context.log.warn(`not ready: the database has not answered for ${deadline} ms`);
    return undefined;
  } catch (error) {
    context.log.warn({ err: error }, 'not ready');
    return undefined;
  }
}
