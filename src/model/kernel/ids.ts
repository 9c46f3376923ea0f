import { z } from 'zod';

const id = <Brand extends string>(what: string) => z.uuid({ error: `This is not the id of ${what}.` }).brand<Brand>();

export const ToolId = id<'ToolId'>('a tool');
export type ToolId = z.infer<typeof ToolId>;

export const OrderId = id<'OrderId'>('an order');
export type OrderId = z.infer<typeof OrderId>;

/** What a person reads out over the phone: the last twelve characters of an order's id, in upper case. */
export const shortOrderId = (id: string): string => id.replaceAll('-', '').slice(-12).toUpperCase();
