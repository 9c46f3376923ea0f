import { type ReactNode, useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { PageFailure } from '#web/ui/kernel/page-failure.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';

/** Shows a failure in place of the page once the next one has not come within the limit. */
export function PageTimeout({ children }: { children: ReactNode }) {
  const { location } = useNavigation();
  const [late, setLate] = useState<string>();
  const target = location && `${location.pathname}${location.search}`;
  useEffect(() => {
    setLate(undefined);
    if (!target) return;
    const timer = setTimeout(() => setLate(target), SCREEN.loadingSeconds * 1000);
    return () => clearTimeout(timer);
  }, [target]);
  if (!late) return children;
  return (
    <>
      <PageTitle>The page did not load</PageTitle>
      <PageFailure
        detail={`The connection dropped or the server did not answer within ${SCREEN.loadingSeconds} seconds. Nothing you entered is lost.`}
        onRetry={() => window.location.assign(late)}
      />
    </>
  );
}
