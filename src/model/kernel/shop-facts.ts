export const SHOP_FACTS = {
  firstOrderPercent: 30,
  /** In dollars. */
  payPalMinimum: 100,
  shippingDays: 7,
  customers: 10_000,
  paidPerMonth: 3_500_000,
  newTools: 2_000,
} as const;

export const SCREEN = {
  cardDescription: 100,
  toolsPage: 48,
  listRows: 200,
  firstRows: 50,
  latestReviews: 3,
  solidNavbarAfter: 30,
  loadingSeconds: 120,
} as const;
