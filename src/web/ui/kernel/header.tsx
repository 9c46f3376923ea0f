import { useEffect, useRef, useState } from 'react';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { Brand } from './brand.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';
import { type Navigation, NavLink, PersonalEntries } from './nav-entries.tsx';
import { OrderListLink } from './order-list-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Transparent over the hero of the home page until the page is scrolled. */
export function Header({ over, onFind, ...navigation }: Navigation & { over: boolean; onFind: () => void }) {
  const bar = useRef<HTMLElement>(null);
  const [menuOpen, setMenuOpen] = useState(false);
  useEffect(() => {
    if (!over) return;
    const paint = () => bar.current?.toggleAttribute('data-solid', scrollY >= SCREEN.solidNavbarAfter);
    paint();
    addEventListener('scroll', paint, { passive: true });
    return () => {
      removeEventListener('scroll', paint);
      bar.current?.removeAttribute('data-solid');
    };
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
