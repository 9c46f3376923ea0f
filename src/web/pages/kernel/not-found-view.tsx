import { href } from 'react-router';
import picture from '#web/ui/kernel/broken-rule.svg';
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

function BrokenRule() {
  return (
    <div className="nf-wrap">
      <svg className="nf" viewBox="0 0 1200 170" role="img" aria-label="A steel rule, broken between 403 and 405">
        <use href={`${picture}#rule`} />
      </svg>
    </div>
  );
}
