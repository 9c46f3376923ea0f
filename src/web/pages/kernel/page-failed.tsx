import { isRouteErrorResponse } from 'react-router';
import { PageFailure } from '#web/ui/kernel/page-failure.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';

/** What stands in the place of a page that threw. */
export function PageFailed({ error }: { error: unknown }) {
  return (
    <>
      <PageTitle>The page did not load</PageTitle>
      <PageFailure title="The page did not load" detail={detailOf(error)} onRetry={() => window.location.reload()} />
    </>
  );
}

function detailOf(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    const said = typeof error.data === 'string' ? error.data : (error.data as { detail?: unknown } | null)?.detail;
    if (typeof said === 'string' && said) return said;
    return `The shop answered ${error.status}. Try again in a moment.`;
  }
  return 'A part of it failed to start. Try again; if it stays so, the shop is being repaired.';
}
