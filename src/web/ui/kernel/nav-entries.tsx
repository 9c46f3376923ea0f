import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

export interface NavEntry {
  label: string;
  to: string;
  /** True on the page itself and on those below it. */
  current: boolean;
}

export interface Navigation {
  shop: string;
  home: string;
  signUp: string;
  /** Percent off the first order; 0 when there is no offer. */
  offerPercent: number;
  /** Changes with every page: the menu closes then. */
  path: string;
  /** For everybody, in the order of the bar. */
  everybody: readonly NavEntry[];
  login: NavEntry;
  dashboard: NavEntry;
  /** Until it is known, both faces are there and the style sheet shows the one that is more likely. */
  signedIn: boolean | undefined;
  onLogout: () => void;
}

/** Login, or Dashboard and Logout. */
export function PersonalEntries({
  login,
  dashboard,
  signedIn,
  onLogout,
  arrow = false,
}: Navigation & { arrow?: boolean }) {
  const face = signedIn === undefined ? ' nav__perhaps' : '';
  return (
    <>
      {signedIn !== true && (
        <span className={`nav__out${face}`}>
          <NavLink {...login} arrow={arrow} />
        </span>
      )}
      {signedIn !== false && (
        <span className={`nav__in${face}`}>
          <NavLink {...dashboard} arrow={arrow} />
          <button type="button" onClick={onLogout} disabled={signedIn === undefined}>
            Logout
            {arrow && <Icon name="out" />}
          </button>
        </span>
      )}
    </>
  );
}

export function NavLink({ label, to, current, arrow = false }: NavEntry & { arrow?: boolean }) {
  return (
    <Link to={to} aria-current={current ? 'page' : undefined}>
      {label}
      {arrow && <Icon name="right" />}
    </Link>
  );
}
