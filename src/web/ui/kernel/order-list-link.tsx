import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import type { NavEntry } from './nav-entries.tsx';
import { useListed } from './use-listed.ts';

/** In the bar with its icon, in the menu with an arrow. */
export function OrderListLink({ label, to, current, arrow = false }: NavEntry & { arrow?: boolean }) {
  const listed = useListed();
  return (
    <Link className="olink" to={to} aria-current={current ? 'page' : undefined}>
      {!arrow && <Icon name="cart" />}
      {label}
      {listed > 0 && (
        <b className="listed">
          {listed > 99 ? '99+' : listed}
          <span className="sr"> {listed === 1 ? 'tool' : 'tools'}</span>
        </b>
      )}
      {arrow && <Icon name="right" />}
    </Link>
  );
}
