import { Outlet, useRouteLoaderData } from 'react-router';
import type { Route } from './+types/framed.ts';
import { Frame } from './frame.tsx';
import { PageFailed } from './pages/kernel/page-failed.tsx';
import type { loader } from './root.tsx';
import { NO_SHOP } from './ui/kernel/page-title.tsx';

export default function Framed() {
  return (
    <Frame shop={useShop()}>
      <Outlet />
    </Frame>
  );
}

/**
 * Below the root, because an error in the root renders the document anew, without styles until they have loaded again.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame shop={useShop()} failed>
      <PageFailed error={error} />
    </Frame>
  );
}

const useShop = () => useRouteLoaderData<typeof loader>('root') ?? NO_SHOP;
