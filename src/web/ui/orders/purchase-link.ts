import type { PurchaseNumber } from '#model/orders/order.ts';
import type { PromiseNumber } from '#model/orders/promise.ts';

export const purchasePage = (no: PurchaseNumber): string => `/dashboard/purchases/${no}`;
export const purchaseAgainPage = (no: PurchaseNumber): string => `${purchasePage(no)}/again`;

export const invoicePage = (no: PurchaseNumber): string => `${purchasePage(no)}/invoice`;

export const slipPage = (no: PurchaseNumber, part: number): string => `${purchasePage(no)}/slip/${part}`;

export const promisePage = (no: PromiseNumber): string => `/dashboard/promises/${no}`;
