import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { href, useLocation, useMatches, useNavigation, useRevalidator } from 'react-router';
import type { shopPages } from '#contract/pages.ts';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { signOut, uidOf } from '#web/api/identity/session.ts';
import { useSession } from '#web/api/identity/use-session.ts';
import { personalStorage } from '#web/api/personal-storage.ts';
import { pageHeading } from '#web/pages/kernel/page-heading.ts';
import type { PaletteProps } from '#web/pages/orders/palette/palette.tsx';
import { useOffer } from '#web/pages/pricing/use-offer.ts';
import { Footer } from '#web/ui/kernel/footer.tsx';
import { BrandHeader, Header } from '#web/ui/kernel/header.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { NO_ANSWER, PageFailure } from '#web/ui/kernel/page-failure.tsx';
import { rememberOffer } from '#web/ui/kernel/theme-switch.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { forgetOwnList } from '#web/ui/kernel/use-listed.ts';
import { footer } from '../../content/footer.ts';
import { catchKeys } from './early-keys.ts';

/** Only the type, so that no page loads the whole table. */
type Bar = Extract<(typeof shopPages)[number], { bar: string }>;

interface FrameProps {
  shop: { name: string; year: number; offerPercent: number };
  failed?: boolean;
  children: ReactNode;
}

const HOME = 'home';
const WITH_FOOTER = /^(home|blogs|portfolio|purchase|order-list|order-pad|promise-link)$/;

/** Papers, which have their own way back, and what is sent to people without an account. */
const BARE = /^(invoice|packing-slip|promise-link)$/;

export function Frame({ shop, failed = false, children }: FrameProps) {
  const { pathname, hash } = useLocation();
  const page = useMatches().at(-1)?.id ?? '';
  const session = useSession();
  const over = page === HOME && !failed;
  const [palette, find] = usePalette();
  useHeadingFocus(pathname, hash);
  const who = uidOf(session);
  useGuardsAgain(who);
  const admin = session.status === 'signed-in' ? session.admin : undefined;
  const buyer = admin === false && who;
  const ended = session.status === 'signed-out' && (session.ended ?? true);
  useEffect(() => {
    if (ended) forgetOwnList(ended === 'chosen' ? undefined : personalStorage);
    else if (buyer) saveList();
  }, [ended, buyer]);

  const entry = (label: string, to: string) => ({
    label,
    to,
    current: to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`),
  });
  const bar = <P extends Bar['path']>(to: P, label: Extract<Bar, { path: P }>['bar']) => entry(label, to);
  return (
    <>
      {over && shop.offerPercent > 0 && <OfferBanner percent={shop.offerPercent} />}
      {BARE.test(page) && !failed ? (
        <BrandHeader shop={shop.name} home={href('/')} />
      ) : (
        <Header
          over={over}
          shop={shop.name}
          home={href('/')}
          signUp={href('/signup')}
          offerPercent={shop.offerPercent}
          path={pathname}
          everybody={[bar('/', 'Home'), bar('/blogs', 'Blogs'), bar('/myPortfilo', 'My Portfilo')]}
          // Signing up belongs to it and has no entry of its own.
          login={{ ...entry('Login', href('/login')), current: [href('/login'), href('/signup')].includes(pathname) }}
          dashboard={entry('Dashboard', href('/dashboard'))}
          orderList={admin ? undefined : entry('Order list', href('/order-list'))}
          orderPad={admin ? undefined : entry('Order pad', href('/order-pad'))}
          signedIn={session.status === 'unknown' ? undefined : session.status === 'signed-in'}
          onLogout={logOut}
          onFind={find}
        />
      )}
      <Pending quietHere={page === HOME} />
      {palette}
      <PageTimeout>{children}</PageTimeout>
      {WITH_FOOTER.test(page) && !failed && <Footer shop={shop.name} home={href('/')} year={shop.year} {...footer} />}
    </>
  );
}

async function logOut(): Promise<void> {
  if (await signOut()) {
    showToast(null);
    pageHeading()?.focus({ preventScroll: true });
  } else showToast({ tone: 'danger', text: 'You are still signed in. Try again.' });
}

/** Once its code is there. Not taken apart here: that would cost every page some bytes. */
const saveList = (): void =>
  void import('./pages/orders/lists/save-list.ts').then(
    (list) => list.startList(),
    () => addEventListener('online', saveList, { once: true }),
  );

/** The palette while it is open, and how it opens: by Ctrl K or ⌘ K too, unless a dialog is open. */
function usePalette(): [ReactNode, () => void] {
  const [Palette, show] = useState<ComponentType<PaletteProps>>();
  const opening = useRef<() => string>(undefined);
  const typedEarly = useCallback(() => {
    const typed = opening.current?.() ?? '';
    opening.current = undefined;
    return typed;
  }, []);
  const find = useCallback(() => {
    if (opening.current) return;
    opening.current = catchKeys();
    void import('./pages/orders/palette/palette.tsx').then(
      (its) => show(() => its.Palette),
      () => {
        typedEarly();
        showToast({ tone: 'danger', text: 'The search did not open. Try again.' });
      },
    );
  }, [typedEarly]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      if (!document.querySelector('.scrim,dialog[open]')) find();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [find]);
  const gone = () => {
    typedEarly();
    show(undefined);
  };
  return [Palette && <Palette onGone={gone} onLogout={logOut} typedEarly={typedEarly} />, find];
}

/** @param quietHere the page itself shows that it is loading */
function Pending({ quietHere }: { quietHere: boolean }) {
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const waiting = navigation.state !== 'idle' && !(quietHere && navigation.location?.pathname === pathname);
  return (
    <div role="status">
      {waiting && (
        <div className="pending">
          <span className="sr">Loading</span>
        </div>
      )}
    </div>
  );
}

/** Focuses the heading after a navigation, so that screen readers announce the page. */
function useHeadingFocus(pathname: string, hash: string) {
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    pageHeading(hash)?.focus({ preventScroll: true });
  }, [pathname, hash]);
}

/** When the session ends, in this tab or another one, the page's guard looks again; of a person nothing stays for another. */
function useGuardsAgain(who: string) {
  const { revalidate } = useRevalidator();
  const before = useRef('');
  const last = useRef('');
  useEffect(() => {
    if (who) {
      if (last.current && last.current !== who) showToast(null);
      last.current = who;
    }
    if (before.current && before.current !== who) {
      if (who) location.reload();
      else void revalidate();
    }
    before.current = who;
  }, [who, revalidate]);
}

/** Shows a failure in place of the page once the next one has not come within the limit. */
function PageTimeout({ children }: { children: ReactNode }) {
  const { location } = useNavigation();
  const [late, setLate] = useState<string>();
  const target = location && `${location.pathname}${location.search}`;
  useEffect(() => {
    setLate(undefined);
    if (!target) return;
    const timer = setTimeout(() => setLate(target), SCREEN.loadingSeconds * 1000);
    return () => clearTimeout(timer);
  }, [target]);
  if (!late) return children;
  return <PageFailure detail={NO_ANSWER} onRetry={() => window.location.assign(late)} />;
}

/**
 * For visitors and for customers with the offer; not for admins. It is rendered until that is known, and CSS hides it
 * where this browser's person had no offer the last time.
 */
function OfferBanner({ percent }: { percent: number }) {
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
