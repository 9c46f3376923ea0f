import { useEffect } from 'react';
import { href } from 'react-router';
import { useSession } from '#web/api/identity/use-session.ts';
import { useOffer } from '#web/pages/pricing/use-offer.ts';
import { Link } from '#web/ui/kernel/link.tsx';
import { rememberOffer } from '#web/ui/kernel/theme-switch.tsx';

/**
 * For visitors and for customers with the offer; not for admins. It is rendered until that is known, and CSS hides it
 * where this browser's person had no offer the last time.
 */
export function OfferBanner({ percent }: { percent: number }) {
  const session = useSession();
  const role = session.status === 'signed-in' ? session.admin : undefined;
  const offer = useOffer(role === false);
  const over = role === true || (typeof offer === 'object' && (offer.state === 'used' || offer.state === 'off'));
  const known = session.status === 'signed-out' || over || typeof offer === 'object';
  useEffect(() => {
    if (known) rememberOffer(!over);
  }, [known, over]);
  if (over) return null;
  return <Banner signUp={session.status === 'signed-in' ? undefined : href('/signup')} percent={percent} />;
}

/** With the link to sign up for visitors. */
function Banner({ signUp, percent }: { signUp: string | undefined; percent: number }) {
  return (
    <aside className="banner" aria-label="Offer">
      <div className="wrap">
        <b>{percent}% off</b>
        {signUp ? (
          <span>
            the first order when you sign up. <Link to={signUp}>Sign up</Link>
          </span>
        ) : (
          <span>your first order. It is taken off when you order.</span>
        )}
      </div>
    </aside>
  );
}
