import type { OrderId } from '#model/kernel/ids.ts';
import type { Purchase } from '#model/orders/order.ts';

/** The same purchase, as if it had so many lines: Bulk Part 1 and so on. */
export const ofMany = (count: number) => (purchase: Purchase) => {
  const [line] = purchase.lines as [Purchase['lines'][0]];
  const lines = Array.from({ length: count }, (_, n) => ({
    ...{ ...line, tools_name: `Bulk Part ${n + 1}` },
    ...{ _id: `${n.toString(16).padStart(2, '0')}${line._id.slice(2)}` as OrderId },
  }));
  return { ...purchase, lines, amount: count * purchase.amount, total: count * purchase.total };
};
