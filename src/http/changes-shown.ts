import type { CallName, paths } from '#contract/kernel/paths.ts';

type WritingCall = { [N in CallName]: (typeof paths)[N][0] extends 'GET' ? never : N }[CallName];

/** Of every call that writes, whether it may change what everybody is shown: tools, their stock, reviews. */
export const CHANGES_SHOWN: Readonly<Record<WritingCall, boolean>> = {
  addTool: true,
  deleteTool: true,
  changeStock: true,
  placeOrder: true,
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

export const changesWhatIsShown = (name: CallName): boolean =>
  Object.hasOwn(CHANGES_SHOWN, name) && CHANGES_SHOWN[name as WritingCall];
