import type { CallName, paths } from '#contract/kernel/paths.ts';
import type { Change } from '#model/kernel/news.ts';
import type { PlaceOrder } from '#model/orders/order.ts';

type WritingCall = { [N in CallName]: (typeof paths)[N][0] extends 'GET' ? never : N }[CallName];

/**
 * Of every call that writes, whether it may change what everybody is shown: tools, their stock, reviews. What is changed
 * is looked up afterwards, unless the call's body says it.
 */
export const CHANGES_SHOWN: Readonly<Record<WritingCall, boolean | ((body: never) => Change)>> = {
  addTool: true,
  deleteTool: true,
  changeStock: true,
  placeOrder: ({ tools_id }: PlaceOrder) => ({ kind: 'stock', of: new Set([tools_id]) }),
  cancelOrder: true,
  deleteOrder: true,
  // Pieces of an order that is closed come back, or are taken out for good.
  decideOrder: true,
  // Both may take stock again for an order whose hold had ended; the second may also give it back.
  createPaymentIntent: true,
  confirmPayment: true,
  addReview: true,
  shipOrder: false,
  // Its event is stored, and settled later.
  stripeWebhook: false,
  uploadPicture: false,
  // Reviews keep the name and portrait of when they were written.
  updateProfile: false,
  makeAdmin: false,
  signUp: false,
  signIn: false,
  signOut: false,
  requestReset: false,
  resetPassword: false,
  changePassword: false,
  issueToken: false,
};

/** What a call with this body may have changed of what everybody is shown. */
export function changeOf(name: CallName, body: unknown): Change | 'unknown' | undefined {
  const its = Object.hasOwn(CHANGES_SHOWN, name) && CHANGES_SHOWN[name as WritingCall];
  if (typeof its === 'function') return its(body as never);
  return its ? 'unknown' : undefined;
}
