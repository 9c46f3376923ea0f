import type { Weakness, World } from './state.ts';

type WorldName =
  | 'two buyers, two tools'
  | 'one purchase, paid twice over'
  | 'refunds in parts'
  | 'approval'
  | 'terms within a limit'
  | 'one buyer, offer and restock';

const none: ReadonlySet<Weakness> = new Set();

/** Two lines, two buyers and two attempts show what more would: more of all at once are too many states. */
export const WORLDS: Record<WorldName, World> = {
  'two buyers, two tools': {
    stock: [1, 1],
    buyers: [0, 1],
    lines: [
      [0, 1],
      [1, 0],
    ],
    attempts: 1,
    providers: [['A'], ['B']],
    does: ['pay', 'cancel', 'drop', 'expire'],
    weaknesses: none,
  },
  'one purchase, paid twice over': {
    stock: [1, 1],
    buyers: [0],
    lines: [[0, 1]],
    attempts: 2,
    does: ['pay', 'cancel', 'drop', 'expire', 'switch', 'ship'],
    weaknesses: none,
  },
  'refunds in parts': {
    stock: [1, 1],
    buyers: [0],
    lines: [[0, 1]],
    attempts: 1,
    does: ['pay', 'cancel', 'expire', 'ship', 'refund', 'refund fails', 'dispute'],
    weaknesses: none,
  },
  approval: {
    stock: [1, 1],
    buyers: [0, 1],
    lines: [[0, 1], [1]],
    attempts: 1,
    providers: [['A'], ['B']],
    approval: true,
    does: ['pay', 'cancel', 'drop', 'expire', 'approve'],
    weaknesses: none,
  },
  'terms within a limit': {
    stock: [2, 2],
    buyers: [0, 1],
    lines: [
      [0, 1],
      [0, 1],
    ],
    attempts: 0,
    limit: 3,
    approval: true,
    does: ['terms', 'approve', 'cancel', 'expire', 'ship', 'refund', 'pay invoice'],
    weaknesses: none,
  },
  'one buyer, offer and restock': {
    stock: [1, 0],
    buyers: [0, 0],
    lines: [[0, 1], [1]],
    attempts: 1,
    restocks: 2,
    providers: [['A'], []],
    does: ['pay', 'cancel', 'drop', 'expire', 'restock'],
    weaknesses: none,
  },
};
