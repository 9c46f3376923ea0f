import { z } from 'zod';

// In lower case, so that ids compare as text.
const id = <Brand extends string>(what: string) =>
  z
    .uuid({ error: `This is not the id of ${what}.`, abort: true })
    .toLowerCase()
    .brand<Brand>();

export const ToolId = id<'ToolId'>('a tool');
export type ToolId = z.infer<typeof ToolId>;

export const OrderId = id<'OrderId'>('an order');
export type OrderId = z.infer<typeof OrderId>;

export const ReviewId = id<'ReviewId'>('a review');

export const shortOrderId = (id: string): string => id.replaceAll('-', '').slice(-12).toUpperCase();

export const ShortOrderId = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{12}$/i)
  .transform((typed) => typed.toUpperCase())
  .brand<'ShortOrderId'>();
export type ShortOrderId = z.infer<typeof ShortOrderId>;
