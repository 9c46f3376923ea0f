import { isRouteErrorResponse } from 'react-router';
import { PageFailure } from '#web/ui/kernel/page-failure.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';
import { NotFoundView } from './not-found-view.tsx';

/** What stands in the place of a page that threw. */
export function PageFailed({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundView />;
  return (
    <>
      <PageTitle>The page did not load</PageTitle>
      <PageFailure detail={detailOf(error)} onRetry={() => window.location.reload()} />
    </>
  );
}

function detailOf(error: unknown): string {
  if (!isRouteErrorResponse(error)) {
    return 'A part of it failed to start. Try again; if it stays so, the shop is being repaired.';
  }
  // A page says in one sentence why it gave up; a proxy's own page is nothing to show.
  const { data, status } = error;
  if (typeof data === 'string' && data && data.length < 300 && !data.includes('<')) return data;
  return `The shop answered ${status}. Try again in a moment.`;
}
