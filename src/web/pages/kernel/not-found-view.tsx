import { href } from 'react-router';
import { BrokenRule } from '#web/ui/kernel/broken-rule.tsx';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';

/** Shown for an address that leads nowhere, and for a thing that is no longer there. */
export function NotFoundView() {
  return (
    <main id="main" className="nfpage">
      <PageTitle>Not found</PageTitle>
      <BrokenRule />
      <div className="wrap">
        <h1 className="h1">Page not found</h1>
        <p className="lead">The address may be mistyped, or the page has moved.</p>
        <ButtonLink to={href('/')} variant="primary" size="lg">
          Back home
        </ButtonLink>
      </div>
    </main>
  );
}
