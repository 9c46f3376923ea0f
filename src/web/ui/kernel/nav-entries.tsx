import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

export interface NavEntry {
  label: string;
  to: string;
  current: boolean;
}

export interface Navigation {
  shop: string;
  home: string;
  signUp: string;
  /** Percent off the first order; 0 without the offer. */
  offerPercent: number;
  /** The menu closes when it changes. */
  path: string;
  everybody: readonly NavEntry[];
  login: NavEntry;
  dashboard: NavEntry;
  /** Undefined for admins, who order nothing. */
  orderList: NavEntry | undefined;
  /** As the list; in the menu only. */
  orderPad: NavEntry | undefined;
  /** While undefined both variants are rendered and CSS shows the likelier one. */
  signedIn: boolean | undefined;
  onLogout: () => void;
}

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
