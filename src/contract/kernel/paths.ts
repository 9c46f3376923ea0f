import type { deskPaths, Paths } from './desk-paths.ts';

/** Method and path of the calls of customers, apart from the schemas, so that pages need not load those. */
export const paths = {
  signUp: ['POST', '/auth/sign-up'],
  signIn: ['POST', '/auth/sign-in'],
  signOut: ['POST', '/auth/sign-out'],
  requestReset: ['POST', '/auth/request-reset'],
  resetPassword: ['POST', '/auth/reset-password'],
  requestConfirmation: ['POST', '/auth/request-confirmation'],
  confirmEmail: ['POST', '/auth/confirm-email'],
  changePassword: ['POST', '/auth/change-password'],
  getSession: ['GET', '/auth/session'],
  issueToken: ['PUT', '/user/{email}'],
  isAdmin: ['GET', '/admin/{email}'],
  listTools: ['GET', '/tools'],
  getTool: ['GET', '/tools/{id}'],
  getAlternatives: ['GET', '/tools/{id}/alternatives'],
  listCategories: ['GET', '/categories'],
  uploadPicture: ['POST', '/images'],
  placeOrder: ['POST', '/orders'],
  placePurchase: ['POST', '/purchases'],
  getPurchase: ['GET', '/purchases/{id}'],
  changePurchase: ['POST', '/purchases/{id}/change'],
  cancelWaiting: ['POST', '/purchases/{id}/cancel-waiting'],
  getOffer: ['GET', '/offer'],
  getOrderList: ['GET', '/orderList'],
  changeOrderList: ['PATCH', '/orderList'],
  getOrderDefaults: ['GET', '/orderDefaults'],
  listMyOrders: ['GET', '/myorders/{email}'],
  getOrder: ['GET', '/orders/{id}'],
  cancelOrder: ['DELETE', '/myorders/{id}'],
  createPaymentIntent: ['POST', '/create-payment-intent'],
  confirmPayment: ['PATCH', '/paymentOrders/{id}'],
  listReviews: ['GET', '/review'],
  addReview: ['POST', '/addreview'],
  getReviewStanding: ['GET', '/addreview/{email}'],
  getProfile: ['GET', '/profile/{email}'],
  updateProfile: ['PUT', '/profile/{email}'],
} as const satisfies Paths;

export type CallPaths = typeof paths & typeof deskPaths;
export type CallName = keyof CallPaths;
