import type { Context } from '../kernel/context.ts';

/** Works on purchases one by one: one that fails holds up no other. Returns how many were `true`. */
export async function workEach(
  { log, wake }: Pick<Context, 'log' | 'wake'>,
  due: readonly { readonly id: string }[],
  work: (id: string) => Promise<boolean>,
  trouble: string,
): Promise<number> {
  let done = 0;
  for (const { id } of due) {
    try {
      if (await work(id)) done += 1;
    } catch (error) {
      log.error({ err: error, order: id }, trouble);
    }
  }
  if (done > 0) wake();
  return done;
}
