import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { dashboardPages, shopPages } from '#contract/pages.ts';

const DASHBOARD = '/dashboard';

function pageBelow(parent: string, { path, file }: { path: string; file: string }) {
  // Each browser is sent the names of all pages.
  const id = file.replace(/^.*\/|\.tsx$/g, '');
  return path === parent ? index(file, { id }) : route(path.slice(parent.length).replace(/^\//, ''), file, { id });
}

export default [
  layout('framed.tsx', [
    ...shopPages.map((page) => pageBelow('/', page)),
    route(
      DASHBOARD.slice(1),
      'pages/people/dashboard.tsx',
      dashboardPages.map((page) => pageBelow(DASHBOARD, page)),
    ),
    route('*', 'pages/kernel/not-found.tsx'),
  ]),
] satisfies RouteConfig;
