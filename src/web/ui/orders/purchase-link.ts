import { href } from 'react-router';
import type { PurchaseNumber } from '#model/orders/order.ts';

export const purchasePage = (no: PurchaseNumber): string => href('/dashboard/purchases/:no', { no });
