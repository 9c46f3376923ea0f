import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { Brand } from './brand.tsx';
import { Button, ButtonLink } from './button.tsx';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { type NavEntry, type Navigation, NavLink, PersonalEntries } from './nav-entries.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { useListed } from './use-listed.ts';

/** Transparent over the hero of the home page until the page is scrolled. */
export function Header({ over, onFind, ...navigation }: Navigation & { over: boolean; onFind: () => void }) {
  const bar = useRef<HTMLElement>(null);
  const [menuOpen, setMenuOpen] = useState(false);
  useEffect(() => {
    if (!over) return;
    const paint = () => bar.current?.toggleAttribute('data-solid', scrollY >= SCREEN.solidNavbarAfter);
    paint();
    addEventListener('scroll', paint, { passive: true });
    return () => removeEventListener('scroll', paint);
  }, [over]);
  return (
    <>
      <header ref={bar} className={over ? 'header header--over' : 'header'}>
        <div className="wrap">
          <Brand name={navigation.shop} home={navigation.home} />
          <nav className="nav" aria-label="Main">
            {navigation.everybody.map((entry) => (
              <NavLink key={entry.to} {...entry} />
            ))}
            <PersonalEntries {...navigation} />
          </nav>
          <div className="header__end">
            <Button
              variant="quiet"
              className="btn--icon find-btn"
              aria-label="Find tools, orders and pages"
              aria-keyshortcuts="Control+K Meta+K"
              onClick={onFind}
            >
              <Icon name="search" />
            </Button>
            {navigation.orderList && <OrderListLink {...navigation.orderList} />}
            <ThemeSwitch />
            <Button
              variant="quiet"
              className="btn--icon menu-btn"
              aria-label="Open menu"
              aria-haspopup="dialog"
              aria-expanded={menuOpen}
              onClick={() => setMenuOpen(true)}
            >
              <Icon name="menu" />
            </Button>
          </div>
        </div>
      </header>
      <Menu {...navigation} open={menuOpen} onClose={() => setMenuOpen(false)} />
    </>
  );
}

/** For papers, and pages that are sent to people who have no account. */
export function BrandHeader({ shop, home }: Pick<Navigation, 'shop' | 'home'>) {
  return (
    <header className="header">
      <div className="wrap">
        <Brand name={shop} home={home} />
        <div className="header__end">
          <ThemeSwitch />
        </div>
      </div>
    </header>
  );
}

interface MenuProps extends Navigation {
  open: boolean;
  onClose: () => void;
}

/**
 * A native dialog: it traps the focus, closes on Escape and restores the focus. Following one of its links closes it
 * too, and so does Logout, whose failure would be said behind it.
 */
function Menu({ open, onClose, ...navigation }: MenuProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { path, everybody, signedIn, offerPercent } = navigation;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu, however it was reached
  useEffect(() => dialog.current?.close(), [path]);
  function closeBehindLink(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest('a,.nav__in button')) dialog.current?.close();
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: following a link by keyboard clicks it
    <dialog ref={dialog} className="menu" aria-label="Menu" onClose={onClose} onClick={closeBehindLink}>
      <div className="menu__top">
        <Brand name={navigation.shop} home={navigation.home} />
        <Button variant="quiet" className="btn--icon" aria-label="Close menu" onClick={() => dialog.current?.close()}>
          <Icon name="x" />
        </Button>
      </div>
      <nav className="menu__list" aria-label="Main">
        {everybody.map((entry) => (
          <NavLink key={entry.to} {...entry} arrow />
        ))}
        {navigation.orderList && <OrderListLink {...navigation.orderList} arrow />}
        {navigation.orderPad && <NavLink {...navigation.orderPad} arrow />}
        <PersonalEntries {...navigation} arrow />
      </nav>
      {signedIn === false && (
        <div className="menu__foot">
          <ButtonLink to={navigation.signUp} variant="primary" size="lg" block>
            {offerPercent > 0 ? `Sign up, ${offerPercent}% off the first order` : 'Sign up'}
          </ButtonLink>
        </div>
      )}
    </dialog>
  );
}

/** In the bar with its icon, in the menu with an arrow. */
function OrderListLink({ label, to, current, arrow = false }: NavEntry & { arrow?: boolean }) {
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
