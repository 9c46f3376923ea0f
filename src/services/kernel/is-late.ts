/** Waits for work, so many milliseconds at most. True when it has not ended by then; it goes on all the same. */
export async function isLate(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(true), ms);
  return Promise.race([promise, work.then(() => false)]).finally(() => clearTimeout(timer));
}
