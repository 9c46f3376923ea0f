import { z } from 'zod';
import { OrderId, ToolId } from '#model/kernel/ids.ts';
import {
  ChangePurchase,
  ChangeShipTo,
  KeepWaiting,
  Order,
  PlaceOrder,
  PlacePurchase,
  Purchase,
  TypedPurchaseNumber,
} from '#model/orders/order.ts';
import { OrderDefaults } from '#model/orders/order-defaults.ts';
import { ORDER_STATUSES, type OrderStatus } from '#model/orders/order-life.ts';
import { OrderSearch } from '#model/orders/order-search.ts';
import { ListChange, SavedList } from '#model/orders/own-list.ts';
import { StockWatch, WatchStock } from '#model/orders/stock-watch.ts';
import { Offer } from '#model/pricing/offer.ts';
import { Invoice, PackingSlip } from '#model/purchases/papers.ts';
import {
  Acknowledged,
  byEmail,
  Deleted,
  defineCall,
  hasManyLines,
  Inserted,
  OnceByKey,
  Pdf,
  Updated,
  UpdatedOnce,
} from './kernel/call.ts';
import { afterOrBefore, pageLimit, queryNumber } from './kernel/page.ts';

const ofCustomers = { feature: 'orders', actor: 'customer', ownership: 'none' } as const;
const ofOwnOrders = { ...ofCustomers, ownership: 'own-order' } as const;
const ofAdmins = { feature: 'orders', actor: 'admin', ownership: 'none' } as const;

const byId = z.object({ id: OrderId });
const byTool = z.object({ id: ToolId });
const byPurchase = z.object({
  id: z.union([OrderId, TypedPurchaseNumber], { error: 'Send the id of an order or the number of a purchase.' }),
});

export const placeOrder = defineCall('placeOrder', {
  summary:
    'Order a tool in bulk; the stock is held at once. `tools_price` is the price of one piece at this quantity, by the `steps` of the tool',
  ...ofCustomers,
  ownership: 'own-email',
  rate: 'write',
  changes: 'stock',
  problems: [
    'admin_cannot_order',
    'tool_gone',
    'price_changed',
    'quantity_below_minimum',
    'not_whole_packs',
    'out_of_stock',
    'too_many_unpaid',
    'too_much_unpaid',
    'unconfirmed_unpaid',
    'unconfirmed_network',
    'amount_too_large',
    'amount_differs',
    'idempotency_key_reused',
  ],
  headers: OnceByKey,
  body: PlaceOrder,
  response: Inserted,
});

export const placePurchase = defineCall('placePurchase', {
  summary:
    'Order many tools as one purchase, to be paid at once: all lines or none. `tools_price` is the price of one piece at the quantity of its line',
  ...ofCustomers,
  rate: 'write',
  isBulk: hasManyLines,
  changes: 'stock',
  problems: [
    'admin_cannot_order',
    'lines_refused',
    'too_many_unpaid',
    'unconfirmed_unpaid',
    'unconfirmed_network',
    'amount_too_large',
    'amount_differs',
    'idempotency_key_reused',
  ],
  headers: OnceByKey,
  body: PlacePurchase,
  response: Inserted.extend({
    lines: z.array(OrderId).meta({ description: 'The orders that it consists of, as the lines were sent' }),
  }),
});

/** For its customer and for admins. */
const ofPurchase = {
  feature: 'orders',
  actor: 'signed-in',
  ownership: 'own-purchase-or-admin',
  params: byPurchase,
} as const;

export const getPurchase = defineCall('getPurchase', {
  summary: 'One purchase with its lines, for its customer and for admins; by its number or the id of a line',
  ...ofPurchase,
  rate: 'read',
  response: Purchase,
});

export const changeShipTo = defineCall('changeShipTo', {
  summary:
    'Send a purchase elsewhere: for its customer until it is paid, for admins until a part of it has left; a customer who has paid, or whose email is confirmed, is told by mail of what an admin changed',
  ...ofPurchase,
  rate: 'write',
  problems: ['ship_to_final', 'ship_to_conflict', 'too_many_attempts'],
  params: byId,
  body: ChangeShipTo,
  response: Updated.extend({
    told: z.boolean().optional().meta({ description: 'Whether the customer is told, of a change by an admin' }),
  }),
});

const ofInvoice = { ...ofPurchase, problems: ['invoice_unpaid', 'invoice_coming'] } as const;
const ofSlip = {
  ...ofPurchase,
  params: byPurchase.extend({
    part: z
      .string()
      .regex(/^[1-9][0-9]{0,3}$/, { error: 'Send the number of the part, from 1.' })
      .transform(Number)
      .meta({ description: 'The place among the shipments of the purchase, from 1' }),
  }),
  problems: ['slip_not_found'],
} as const;

export const getInvoice = defineCall('getInvoice', {
  summary: 'The invoice of a paid purchase, which is never changed; by the number of the purchase or the id of a line',
  ...ofInvoice,
  rate: 'read',
  response: Invoice,
});

export const getInvoicePdf = defineCall('getInvoicePdf', {
  summary: 'The invoice of a paid purchase, to be printed',
  ...ofInvoice,
  problems: [...ofInvoice.problems, 'too_many_attempts'],
  rate: 'paper',
  pdf: true,
  response: Pdf,
});

export const getSlip = defineCall('getSlip', {
  summary:
    'The packing slip of one part that was shipped; for admins also of what is to go, as the part after the last',
  ...ofSlip,
  rate: 'read',
  response: PackingSlip,
});

export const getSlipPdf = defineCall('getSlipPdf', {
  summary: 'The packing slip of one part that was shipped, to be printed',
  ...ofSlip,
  problems: [...ofSlip.problems, 'too_many_attempts'],
  rate: 'paper',
  pdf: true,
  response: Pdf,
});

export const changePurchase = defineCall('changePurchase', {
  summary:
    'Change an unpaid purchase, all that is named or nothing: cancel orders of it, or make tools of it have other quantities, at the prices of today. `tools_price` is the price of one piece at the quantity of its line',
  ...ofOwnOrders,
  rate: 'write',
  changes: 'stock',
  isBulk: hasManyLines,
  problems: [
    'already_paid',
    'not_cancellable',
    'not_changeable',
    'payment_closing',
    'lines_refused',
    'too_many_unpaid',
    'unconfirmed_unpaid',
    'amount_too_large',
    'amount_differs',
  ],
  params: byId,
  body: ChangePurchase,
  response: Updated.extend({ pending: z.boolean().optional() }),
});

export const keepWaiting = defineCall('keepWaiting', {
  summary: 'Say that pieces of an own purchase keep waiting for a delivery that comes later, on the day that was shown',
  ...ofOwnOrders,
  rate: 'write',
  problems: ['delivery_moved'],
  params: byId,
  body: KeepWaiting,
  response: Updated,
});

export const getOffer = defineCall('getOffer', {
  summary:
    "Whether the first-order offer is still open to the customer; with 'unconfirmed' once the email is confirmed",
  ...ofCustomers,
  rate: 'read',
  response: Offer,
});

export const getOrderList = defineCall('getOrderList', {
  summary: 'What the customer has collected to be ordered, in the order in which it was added',
  ...ofCustomers,
  rate: 'read',
  response: SavedList,
});

export const changeOrderList = defineCall('changeOrderList', {
  summary:
    'Put lines into the order list, in place of those of their tools, and take others out; answers the whole list',
  ...ofCustomers,
  rate: 'write',
  problems: ['order_list_full'],
  body: ListChange,
  response: SavedList,
});

export const getWatch = defineCall('getWatch', {
  summary: 'How many pieces of a tool the customer waits to hear of, and whether the shop may write to them',
  ...ofCustomers,
  rate: 'read',
  params: byTool,
  response: StockWatch,
});

export const setWatch = defineCall('setWatch', {
  summary:
    'Ask for one mail as soon as so many pieces of a tool may be ordered, in place of what was asked for before. With `here` they are here already, and no mail comes',
  ...ofCustomers,
  rate: 'write',
  problems: ['tool_gone', 'watch_unconfirmed', 'too_many_watches', 'mail_unavailable'],
  params: byTool,
  body: WatchStock,
  response: Acknowledged.extend({ here: z.boolean() }),
});

export const endWatch = defineCall('endWatch', {
  summary: 'Ask for no mail about the pieces of a tool any more',
  ...ofCustomers,
  rate: 'write',
  params: byTool,
  response: Deleted,
});

export const getOrderDefaults = defineCall('getOrderDefaults', {
  summary: 'Phone, addresses, PO number and job that the customer has ordered with, for the next purchase',
  ...ofCustomers,
  rate: 'read',
  response: OrderDefaults,
});

export const listMyOrders = defineCall('listMyOrders', {
  summary: "The customer's own orders, oldest first",
  feature: 'orders',
  actor: 'signed-in',
  ownership: 'own-email',
  rate: 'read',
  params: byEmail,
  response: z.array(Order),
});

export const cancelOrder = defineCall('cancelOrder', {
  summary: 'Cancel an unpaid order',
  ...ofOwnOrders,
  rate: 'write',
  changes: 'stock',
  problems: ['already_paid', 'not_cancellable'],
  params: byId,
  response: Deleted,
});

export const getOrder = defineCall('getOrder', {
  summary: 'One order of the customer',
  feature: 'orders',
  actor: 'signed-in',
  ownership: 'own-order',
  rate: 'read',
  params: byId,
  response: Order,
});

export const listOrders = defineCall('listOrders', {
  summary: 'All orders, oldest first; of more than fit into one answer the newest, with a Link to those before',
  ...ofAdmins,
  rate: 'read',
  query: z.strictObject({
    status: z
      .enum(Object.keys(ORDER_STATUSES) as OrderStatus[], { error: 'There is no such status of orders.' })
      .optional(),
    of: OrderSearch.optional().meta({
      description:
        'Only the order with this id or short id, or those of the purchase with this number, invoice or transaction id, cancelled or not; with this PO number or job; or those of the customer with this email',
    }),
    limit: pageLimit('orders'),
    ...afterOrBefore,
  }),
  paged: [],
  response: z.array(Order),
});

const pieceCount = (description: string) => queryNumber(/^[0-9]{1,7}$/, 'Send a number of pieces.', description);

export const shipOrder = defineCall('shipOrder', {
  summary: 'Mark a paid order shipped',
  ...ofAdmins,
  rate: 'write',
  changes: 'content',
  problems: ['order_not_found', 'order_not_paid', 'pieces_awaited', 'pieces_not_here', 'shipped_meanwhile'],
  params: byId,
  query: z.object({
    pieces: pieceCount('How many leave; without it all that are here'),
    sent: pieceCount('How many had left, as was shown before; refused when it is another number by now'),
  }),
  response: UpdatedOnce.extend({
    shipment: z.uuid().optional().meta({ description: 'The shipment that it made' }),
    shipped: z.int().optional().meta({ description: 'How many pieces left, where others stay' }),
    waiting: z.int().optional().meta({ description: 'How many of those wait for a delivery' }),
  }),
});

export const undoShipping = defineCall('undoShipping', {
  summary: 'Undo marking an order shipped, within half a minute and while the mail about it waits',
  ...ofAdmins,
  rate: 'write',
  changes: 'content',
  problems: ['order_not_found', 'order_not_shipped', 'shipping_final', 'shipment_stays'],
  params: byId,
  query: z.strictObject({
    shipment: z
      .uuid()
      .optional()
      .meta({ description: 'The shipment meant; without it the last with pieces of the order' }),
  }),
  response: UpdatedOnce,
});

export const deleteOrder = defineCall('deleteOrder', {
  summary: 'Delete an unpaid order',
  ...ofAdmins,
  rate: 'write',
  changes: 'stock',
  problems: ['order_not_found', 'already_paid', 'not_cancellable'],
  params: byId,
  response: Deleted,
});
