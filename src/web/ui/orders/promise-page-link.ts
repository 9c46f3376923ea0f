import type { PromiseNumber } from '#model/orders/promise.ts';

export const promisePage = (no: PromiseNumber): string => `/dashboard/promises/${no}`;
