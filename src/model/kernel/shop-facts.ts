/** What the shop says about itself in more than one place. The code that makes each true uses the same number. */
export const SHOP_FACTS = {
  /** Percent off the first order. */
  firstOrderPercent: 30,
  /** Dollars from which PayPal may be used. */
  payPalMinimum: 100,
  /** Days from the cleared payment to shipping. */
  shippingDays: 7,
  /** Figures of the summary on the home page. */
  customers: 10_000,
  paidPerMonth: 3_500_000,
  newTools: 2_000,
} as const;

/** Limits of what a screen shows. */
export const SCREEN = {
  /** Characters of a tool's description on its card. */
  cardDescription: 100,
  /** Tools that the home page shows at first, and more at each asking: whole rows in every width. */
  toolsPage: 48,
  /** Rows that a list of the dashboard shows at first, and more at each asking. */
  listRows: 200,
  /** Of these, the rows of a costly list that are asked for first, so that it shows soon. */
  firstRows: 50,
  /** Reviews on the home page. */
  latestReviews: 3,
  /** Pixels of scrolling after which the navigation bar turns solid. */
  solidNavbarAfter: 30,
  /** Seconds that a part of the shop may take to arrive. */
  loadingSeconds: 120,
} as const;
