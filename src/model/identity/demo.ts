/** Only in test mode: sample data, not secrets. */
export const DEMO_ACCOUNTS = {
  admin: { name: 'Demo Admin', email: 'demo.admin@example.com', password: 'demo-admin-account' },
  customer: { name: 'Demo Customer', email: 'demo.customer@example.com', password: 'demo-user-account' },
} as const;
