/** True when it takes longer than `ms`; the work goes on. */
export async function isLate(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(true), ms);
  return Promise.race([promise, work.then(() => false)]).finally(() => clearTimeout(timer));
}
