import { Outlet, useRouteLoaderData } from 'react-router';
import type { Route } from './+types/framed.ts';
import { Frame } from './frame.tsx';
import { PageFailed } from './pages/kernel/page-failed.tsx';
import type { loader } from './root.tsx';

export default function Framed() {
  return (
    <Frame shop={useShop()}>
      <Outlet />
    </Frame>
  );
}

/**
 * Stands below the root, because an error that reaches the root makes the whole document anew: its styles load again,
 * and until then the page has none.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame shop={useShop()} failed>
      <PageFailed error={error} />
    </Frame>
  );
}

const useShop = () => useRouteLoaderData<typeof loader>('root') ?? NO_SHOP;

/** What is known while the document's own data could not be had. */
const NO_SHOP = { name: '', year: 0, offerPercent: 0 };
