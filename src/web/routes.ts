import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The URL map of the shop. */
export default [
  layout('framed.tsx', [
    index('home.tsx'),
    route('blogs', 'pages/content/blogs.tsx'),
    route('myPortfilo', 'pages/content/portfolio.tsx'),
    route('login', 'pages/identity/login.tsx'),
    route('signup', 'pages/identity/signup.tsx'),
    route('reset-password', 'pages/identity/reset-password.tsx'),
    route('confirm-email', 'pages/identity/confirm-email.tsx'),
    route('purchase/:toolId', 'pages/orders/purchase.tsx'),
    route('dashboard', 'pages/people/dashboard.tsx', [
      index('pages/people/profile.tsx'),
      route('myorders', 'pages/orders/my-orders.tsx'),
      route('review', 'pages/reviews/add-review.tsx'),
      route('payment/:orderId', 'pages/payments/payment.tsx'),
      route('addTool', 'pages/catalogue/add-tool.tsx'),
      route('makeAdmin', 'pages/people/make-admin.tsx'),
      route('manageTools', 'pages/inventory/manage-tools.tsx'),
      route('manageTools/:toolId/preview?', 'pages/inventory/edit-tool.tsx'),
      route('manageTools/:toolId/stock', 'pages/inventory/tool-stock.tsx'),
      route('manageTools/:toolId/history', 'pages/catalogue/tool-history.tsx'),
      route('manageAllOrders', 'pages/orders/manage-orders.tsx'),
      route('reviews', 'pages/reviews/manage-reviews.tsx'),
      route('audit', 'pages/people/audit.tsx'),
    ]),
    route('*', 'pages/kernel/not-found.tsx'),
  ]),
] satisfies RouteConfig;
