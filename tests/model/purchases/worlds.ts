import type { Weakness, World } from './state.ts';

type WorldName =
  | 'two buyers, two tools'
  | 'one purchase, paid twice over'
  | 'a quantity that changes'
  | 'a quantity that changes while pieces wait'
  | 'refunds in parts'
  | 'approval'
  | 'terms within a limit'
  | 'one buyer, offer and restock'
  | 'what people decide'
  | 'two refunds that fail'
  | 'terms, shipped at once'
  | 'paid before the pieces are there'
  | 'pieces at a guarded price'
  | 'old and new processes'
  | 'late money'
  | 'a dispute that is lost'
  | 'a dispute about the other part'
  | 'a bank that takes days'
  | 'a payment that a restore forgot'
  | 'given back elsewhere'
  | 'a part given back elsewhere'
  | 'an offer that came back';

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
  'a quantity that changes': {
    stock: [2, 0],
    buyers: [0],
    lines: [[0]],
    attempts: 2,
    does: ['pay', 'change', 'cancel', 'expire'],
    weaknesses: none,
  },
  'a quantity that changes while pieces wait': {
    stock: [0, 1],
    buyers: [0, 1],
    lines: [[1], [1]],
    attempts: 1,
    restocks: 2,
    providers: [['A'], []],
    does: ['pay', 'change', 'expire', 'restock'],
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
  'what people decide': {
    stock: [1, 1],
    buyers: [0],
    lines: [[0, 1]],
    attempts: 1,
    providers: [['A']],
    does: [
      'pay',
      'cancel',
      'drop',
      'expire',
      'refund',
      'refund fails',
      'refund refused',
      'dispute',
      'mismatch',
      'decide',
    ],
    weaknesses: none,
  },
  'two refunds that fail': {
    stock: [1, 1],
    buyers: [0],
    lines: [[0, 1]],
    attempts: 1,
    providers: [['A']],
    does: ['pay', 'refund', 'refund refused', 'decide', 'look first'],
    weaknesses: none,
  },
  'a dispute that is lost': {
    stock: [1, 1],
    buyers: [0],
    lines: [[0, 1]],
    attempts: 1,
    providers: [['A']],
    does: ['pay', 'ship', 'refund', 'dispute', 'lose dispute', 'decide'],
    weaknesses: none,
  },
  'a dispute about the other part': {
    stock: [2, 0],
    buyers: [0],
    lines: [[0]],
    attempts: 1,
    providers: [['A']],
    line: { quantity: 2, price: 1, guard: 0 },
    does: ['pay', 'ship', 'lose dispute', 'give back a part elsewhere', 'decide'],
    weaknesses: none,
  },
  'a bank that takes days': {
    stock: [1, 0],
    buyers: [0],
    lines: [[0]],
    attempts: 2,
    providers: [['B']],
    does: ['pay', 'cancel', 'expire', 'wait for a bank', 'decide'],
    weaknesses: none,
  },
  'a payment that a restore forgot': {
    stock: [1, 0],
    buyers: [0],
    lines: [[0]],
    attempts: 2,
    does: ['pay', 'cancel', 'expire', 'switch', 'paid before', 'decide'],
    weaknesses: none,
  },
  'given back elsewhere': {
    stock: [1, 1],
    buyers: [0],
    lines: [[0, 1]],
    attempts: 2,
    providers: [['A']],
    does: ['pay', 'cancel', 'drop', 'expire', 'give back elsewhere'],
    weaknesses: none,
  },
  'a part given back elsewhere': {
    stock: [2, 0],
    buyers: [0],
    lines: [[0]],
    attempts: 1,
    providers: [['A']],
    line: { quantity: 2, price: 2, guard: 1 },
    does: ['pay', 'ship', 'refund', 'give back a part elsewhere'],
    weaknesses: none,
  },
  'an offer that came back': {
    stock: [1, 1],
    buyers: [0, 0],
    lines: [[0], [1]],
    attempts: 1,
    providers: [['A'], []],
    does: ['pay', 'cancel', 'refund', 'refund fails', 'decide'],
    weaknesses: none,
  },
  'terms, shipped at once': {
    stock: [1, 1],
    buyers: [0],
    lines: [[0, 1]],
    attempts: 0,
    limit: 2,
    does: ['terms', 'ship', 'refund', 'pay invoice', 'dispute', 'decide'],
    weaknesses: none,
  },
  'paid before the pieces are there': {
    stock: [0, 1],
    buyers: [0, 1],
    lines: [[1], [1]],
    line: { quantity: 2, price: 1, guard: 0 },
    attempts: 1,
    restocks: 3,
    providers: [['A'], []],
    does: ['pay', 'restock', 'ship', 'refund'],
    weaknesses: none,
  },
  'pieces at a guarded price': {
    stock: [3, 0],
    buyers: [0],
    lines: [[0]],
    line: { quantity: 3, price: 2, guard: 2 },
    attempts: 1,
    providers: [['A']],
    does: ['pay', 'ship', 'refund'],
    weaknesses: none,
  },
  'late money': {
    stock: [1, 1],
    buyers: [0, 1],
    lines: [[0, 1], [0]],
    attempts: 1,
    providers: [['A'], []],
    does: ['pay', 'cancel', 'drop', 'expire', 'mismatch', 'decide'],
    weaknesses: none,
  },
  'old and new processes': {
    stock: [1, 0],
    buyers: [0],
    lines: [[0]],
    attempts: 2,
    providers: [['A']],
    does: ['pay', 'cancel', 'expire', 'migrate'],
    weaknesses: none,
  },
};
