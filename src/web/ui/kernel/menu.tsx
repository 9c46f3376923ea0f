import { type MouseEvent, useEffect, useRef } from 'react';
import { Brand } from './brand.tsx';
import { Button, ButtonLink } from './button.tsx';
import { Icon } from './icon.tsx';
import { type Navigation, NavLink, PersonalEntries } from './nav-entries.tsx';
import { OrderListLink } from './order-list-link.tsx';

interface MenuProps extends Navigation {
  open: boolean;
  onClose: () => void;
}

/**
 * A native dialog: it traps the focus, closes on Escape and restores the focus. Following one of its links closes it
 * too.
 */
export function Menu({ open, onClose, ...navigation }: MenuProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { path, everybody, signedIn, offerPercent } = navigation;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu, however it was reached
  useEffect(() => dialog.current?.close(), [path]);
  function closeBehindLink(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest('a')) dialog.current?.close();
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
