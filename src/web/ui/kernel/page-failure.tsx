import { SCREEN } from '#model/kernel/shop-facts.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { PageTitle } from './page-title.tsx';

export const NO_ANSWER = `The connection dropped or the server did not answer within ${SCREEN.loadingSeconds} seconds. Nothing you entered is lost.`;

interface PageFailureProps {
  detail: string;
  onRetry: () => void;
}

export function PageFailure({ detail, onRetry }: PageFailureProps) {
  return (
    <main id="main" className="wrap section page-failure" tabIndex={-1}>
      <PageTitle>The page did not load</PageTitle>
      <div className="failure" role="alert">
        <Icon name="off" />
        <div>
          <h1 className="h2">The page did not load</h1>
          <p className="soft">{detail}</p>
          <Button variant="ink" icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        </div>
      </div>
    </main>
  );
}
