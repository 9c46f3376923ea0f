import { Hono } from 'hono';
import { isLate } from '#platform/limits/is-late.ts';
import type { Context } from '#services/kernel/context.ts';
import { findHealthProblems, type HealthProblem } from '#services/kernel/find-health-problems.ts';
import { problem } from './problem.ts';

export function healthRoutes(context: Context, deadline: number = DEADLINE_MS): Hono {
  const app = new Hono();
  app.get('/healthz', (c) => c.json({ ok: true }));
  // Concurrent requests share one query, so that frequent polling costs nothing.
  let pending: Promise<readonly HealthProblem[] | undefined> | undefined;
  app.get('/readyz', async (c) => {
    pending ??= ask(context, deadline).finally(() => {
      pending = undefined;
    });
    const degraded = await pending;
    return degraded ? c.json({ ready: true, degraded }) : problem('busy');
  });
  return app;
}

/** Monitors give up after about two seconds. */
const DEADLINE_MS = 1_500;

async function ask(context: Context, deadline: number): Promise<readonly HealthProblem[] | undefined> {
  try {
    const problems = findHealthProblems(context);
    if (!(await isLate(problems, deadline))) return await problems;
    context.log.warn(`not ready: the database has not answered for ${deadline} ms`);
    return undefined;
  } catch (error) {
    context.log.warn({ err: error }, 'not ready');
    return undefined;
  }
}
