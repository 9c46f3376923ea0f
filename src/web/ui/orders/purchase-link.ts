import type { PurchaseNumber } from '#model/orders/order.ts';

export const purchasePage = (no: PurchaseNumber): string => `/dashboard/purchases/${no}`;
export const purchaseAgainPage = (no: PurchaseNumber): string => `${purchasePage(no)}/again`;
