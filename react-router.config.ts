import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // A shop has few routes: knowing them all at once is cheaper than asking for each.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
