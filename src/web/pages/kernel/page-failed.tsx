import { isRouteErrorResponse } from 'react-router';
import { NO_ANSWER, PageFailure } from '#web/ui/kernel/page-failure.tsx';
import { useWhenOnline } from '#web/ui/kernel/use-when-online.ts';
import { NotFoundView } from './not-found-view.tsx';

/** What stands in the place of a page that threw. It is tried again once there is a connection. */
export function PageFailed({ error }: { error: unknown }) {
  useWhenOnline(tryAgain);
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundView />;
  return <PageFailure detail={detailOf(error)} onRetry={tryAgain} />;
}

const tryAgain = () => location.reload();

function detailOf(error: unknown): string {
  if (!isRouteErrorResponse(error)) return navigator.onLine === false ? NO_ANSWER : 'Try again in a moment.';
  // A page says in one sentence why it gave up; a proxy's own page is nothing to show.
  const { data, status } = error;
  if (typeof data === 'string' && /^[^<]{1,299}$/.test(data)) return data;
  return `The shop answered ${status}. Try again in a moment.`;
}
