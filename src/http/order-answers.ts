import { failure, success } from '#model/kernel/outcome.ts';

/** An admin sees every order, not only orders of their own. */
export const ofAllOrders = <F extends { readonly code: string }>(its: F) =>
  its.code === 'order_not_found'
    ? failure({ code: 'order_not_found', figures: { of: 'all' } } as const)
    : failure(its as Exclude<F, { code: 'order_not_found' }>);

/** What was written, with its number among those of its purchase. */
export const insertedNo = ({ id, no }: { readonly id: string; readonly no: number }) =>
  success({ acknowledged: true, insertedId: id, no });
