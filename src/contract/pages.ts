interface Page {
  /** As the router writes it. */
  readonly path: string;
  /** Its module in `src/web`. */
  readonly file: string;
  /** `public`: the same for everybody. `frame`: the same until the browser fills it. Absent: made for each request. */
  readonly cached?: 'public' | 'frame';
  /** Parameters that change what the server answers; others are left out of the cached address. Absent: any may. */
  readonly query?: readonly string[];
  /** Its data, which the browser fetches when it comes from another page, is cached with it. */
  readonly data?: true;
  /** What search engines are told; of the others they hear by links. */
  readonly crawlers?: 'sitemap' | 'disallow';
  /** Its label in the bar on top of every page. */
  readonly bar?: string;
}

interface DashboardPage extends Page {
  /** Its entry in the navigation of the dashboard, and who has it. */
  readonly entry?: { readonly title: string; readonly icon: string; readonly for: 'everyone' | 'customer' | 'admin' };
}

/** The table of pages: routes, navigation, cached addresses and the sitemap are made from it, or checked by it. */
export const shopPages = [
  {
    path: '/',
    file: 'home.tsx',
    cached: 'public',
    query: [
      ...['q', 'category', 'price', 'min_order', 'in_stock', 'need', 'all', 'sort'],
      ...['price_from', 'price_to', 'view', 'shown'],
    ],
    data: true,
    crawlers: 'sitemap',
    bar: 'Home',
  },
  { path: '/blogs', file: 'pages/content/blogs.tsx', cached: 'public', query: [], crawlers: 'sitemap', bar: 'Blogs' },
  {
    path: '/myPortfilo',
    file: 'pages/content/portfolio.tsx',
    cached: 'public',
    query: [],
    crawlers: 'sitemap',
    bar: 'My Portfilo',
  },
  { path: '/signup', file: 'pages/identity/signup.tsx', cached: 'frame', query: [], crawlers: 'sitemap' },
  { path: '/login', file: 'pages/identity/login.tsx', cached: 'frame', query: ['google'], crawlers: 'sitemap' },
  {
    path: '/reset-password',
    file: 'pages/identity/reset-password.tsx',
    cached: 'frame',
    query: [],
    crawlers: 'disallow',
  },
  { path: '/confirm-email', file: 'pages/identity/confirm-email.tsx', cached: 'frame', crawlers: 'disallow' },
  { path: '/order-list', file: 'pages/orders/lists/order-list.tsx', cached: 'frame', query: [], crawlers: 'disallow' },
  { path: '/order-pad', file: 'pages/orders/pad/order-pad.tsx', cached: 'frame', query: [], crawlers: 'disallow' },
  { path: '/dashboard/purchases/:no/invoice', file: 'pages/orders/papers/invoice.tsx' },
  { path: '/dashboard/purchases/:no/slip/:part?', file: 'pages/orders/papers/packing-slip.tsx' },
  { path: '/promise/:token', file: 'pages/payments/promise-link.tsx' },
  { path: '/purchase/:toolId', file: 'pages/orders/purchase.tsx', cached: 'public', query: [], data: true },
] as const satisfies readonly Page[];

export const dashboardPages = [
  {
    path: '/dashboard',
    file: 'pages/people/profile.tsx',
    cached: 'frame',
    query: [],
    crawlers: 'disallow',
    entry: { title: 'My Profile', icon: 'user', for: 'everyone' },
  },
  {
    path: '/dashboard/myorders',
    file: 'pages/orders/my-orders.tsx',
    cached: 'frame',
    query: [],
    entry: { title: 'My Orders', icon: 'orders', for: 'customer' },
  },
  {
    path: '/dashboard/lists',
    file: 'pages/orders/lists/saved-lists.tsx',
    cached: 'frame',
    query: [],
    entry: { title: 'Saved Lists', icon: 'list', for: 'customer' },
  },
  { path: '/dashboard/lists/:listId/again', file: 'pages/orders/lists/list-again.tsx' },
  {
    path: '/dashboard/promises',
    file: 'pages/orders/promises/promises.tsx',
    cached: 'frame',
    query: [],
    entry: { title: 'Price Promises', icon: 'file', for: 'customer' },
  },
  { path: '/dashboard/promises/:no', file: 'pages/orders/promises/promise-page.tsx' },
  {
    path: '/dashboard/review',
    file: 'pages/reviews/add-review.tsx',
    cached: 'frame',
    query: [],
    entry: { title: 'Add A Review', icon: 'star', for: 'customer' },
  },
  { path: '/dashboard/payment/:orderId', file: 'pages/payments/payment.tsx' },
  { path: '/dashboard/purchases/:no', file: 'pages/orders/purchase-page.tsx' },
  { path: '/dashboard/purchases/:no/again', file: 'pages/orders/lists/order-again.tsx' },
  {
    path: '/dashboard/manageAllOrders',
    file: 'pages/orders/desk/manage-orders.tsx',
    cached: 'frame',
    entry: { title: 'Manage All Orders', icon: 'orders', for: 'admin' },
  },
  {
    path: '/dashboard/addTool',
    file: 'pages/catalogue/add-tool.tsx',
    cached: 'frame',
    entry: { title: 'Add A Tool', icon: 'add', for: 'admin' },
  },
  {
    path: '/dashboard/makeAdmin',
    file: 'pages/people/make-admin.tsx',
    cached: 'frame',
    entry: { title: 'Make Admin', icon: 'shield', for: 'admin' },
  },
  {
    path: '/dashboard/manageTools',
    file: 'pages/inventory/manage-tools.tsx',
    cached: 'frame',
    entry: { title: 'Manage Tools', icon: 'box', for: 'admin' },
  },
  { path: '/dashboard/manageTools/:toolId/preview?', file: 'pages/inventory/edit-tool.tsx' },
  { path: '/dashboard/manageTools/:toolId/stock', file: 'pages/inventory/tool-stock.tsx' },
  { path: '/dashboard/manageTools/:toolId/history', file: 'pages/catalogue/tool-history.tsx' },
  {
    path: '/dashboard/reviews',
    file: 'pages/reviews/manage-reviews.tsx',
    cached: 'frame',
    entry: { title: 'Reviews', icon: 'star', for: 'admin' },
  },
  {
    path: '/dashboard/audit',
    file: 'pages/people/audit.tsx',
    cached: 'frame',
    entry: { title: 'Audit', icon: 'list', for: 'admin' },
  },
] as const satisfies readonly DashboardPage[];

export const pages: readonly Page[] = [...shopPages, ...dashboardPages];
