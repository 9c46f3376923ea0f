import { PROMISES } from '#model/kernel/promises.ts';
import { Link } from './link.tsx';

/** The offer above the header of the home page. */
export function Banner({ signUp }: { signUp: string }) {
  return (
    <aside className="banner" aria-label="Offer">
      <div className="wrap">
        <b>{PROMISES.firstOrderPercent}% off</b>
        <span>
          the first order when you sign up. <Link to={signUp}>Sign up</Link>
        </span>
      </div>
    </aside>
  );
}
