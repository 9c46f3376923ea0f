import { Link } from './link.tsx';

/** The offer above the header of the home page: for visitors with the way to it, for customers who have it already. */
export function Banner({ signUp, percent }: { signUp: string | undefined; percent: number }) {
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
