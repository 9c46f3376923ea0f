import { formatCount } from '#texts/format.ts';

const many = (count: number, thing: string): string => `${formatCount(count)} ${thing}${count === 1 ? '' : 's'}`;

export const manyTools = (count: number): string => many(count, 'tool');
export const manyPieces = (count: number): string => many(count, 'piece');
export const manyOrders = (count: number): string => many(count, 'order');
export const manyLines = (count: number): string => many(count, 'line');
