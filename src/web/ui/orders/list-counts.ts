import { many } from '#texts/format.ts';

export const manyTools = (count: number): string => many(count, 'tool');
export const manyOrders = (count: number): string => many(count, 'order');
export const manyLines = (count: number): string => many(count, 'line');
