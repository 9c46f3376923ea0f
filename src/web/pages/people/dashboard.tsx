import { type RefObject, useEffect, useRef } from 'react';
import { type DataRouter, href, Navigate, Outlet, useLocation, useMatches } from 'react-router';
import { dashboardPages } from '#contract/pages.ts';
import type { Session } from '#web/api/identity/session.ts';
import { useSession } from '#web/api/identity/use-session.ts';
import type { DashboardHandle } from '#web/pages/kernel/dashboard-handle.ts';
import inside from '#web/styles/inside.css?url';
import { Portrait } from '#web/ui/images/portrait.tsx';
import { Icon, type IconName } from '#web/ui/kernel/icon.tsx';
import { KeyList } from '#web/ui/kernel/key-list.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { PageForNobodyElse } from '#web/ui/kernel/page-for-all.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import type { Route } from './+types/dashboard.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: inside }];

type Entry = DashboardEntry & { readonly for: 'everyone' | 'customer' | 'admin' };

const ENTRIES: readonly Entry[] = dashboardPages.flatMap((page) =>
  'entry' in page ? [{ ...page.entry, to: page.path }] : [],
);

/**
 * The frame of all private pages. Each page guards itself; the frame only leaves when the session ends while it is
 * shown.
 */
export default function Dashboard() {
  const session = useSession();
  const { pathname } = useLocation();
  const page = useRef<HTMLElement>(null);
  useScrollOnceThere(page);
  const under = (useMatches().at(-1)?.handle as DashboardHandle | undefined)?.under;
  if (session.status === 'signed-out') {
    return <Navigate to={href('/login')} replace />;
  }
  const entries = entriesFor(session);
  const current = entries.find(({ to }) => under?.includes(to))?.to ?? (pathname.replace(/\/$/, '') || '/');
  return (
    <div className="wrap shell">
      <PageForNobodyElse />
      <aside className="side">
        <Who session={session} />
        <DashboardNav entries={entries} current={current} exact={!under} />
      </aside>
      <main id="main" ref={page} className="main" tabIndex={-1}>
        <Outlet />
      </main>
      <KeyList />
    </div>
  );
}

// Its context would be one more name in what home loads.
const running = globalThis as typeof globalThis & { __reactRouterDataRouter?: DataRouter };

const OWN_MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Back leads to where a page was left, as soon as its rows have come and it is as long again, unless its reader moves. */
function useScrollOnceThere(page: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have been left at the same place
  useEffect(() => {
    const top = running.__reactRouterDataRouter?.state.restoreScrollPosition;
    if (!page.current || typeof top !== 'number') return;
    const over = new AbortController();
    const grown = new ResizeObserver(() => {
      scrollTo(0, top);
      if (Math.ceil(scrollY) >= top) over.abort();
    });
    over.signal.addEventListener('abort', () => grown.disconnect());
    for (const move of OWN_MOVES) addEventListener(move, () => over.abort(), { signal: over.signal, passive: true });
    grown.observe(page.current);
    return () => over.abort();
  }, [page, key]);
}

function entriesFor(session: Session): readonly DashboardEntry[] {
  const admin = session.status === 'signed-in' ? session.admin : undefined;
  const role = admin === undefined ? undefined : admin ? 'admin' : 'customer';
  return ENTRIES.filter((entry) => entry.for === 'everyone' || entry.for === role);
}

function Who({ session }: { session: Session }) {
  if (session.status !== 'signed-in') {
    return (
      <div className="side__who" aria-hidden="true">
        <span className="mono-tile" />
        <Skeleton className="h-4 w-24" />
      </div>
    );
  }
  const { user, admin } = session;
  return (
    <div className="side__who">
      <Portrait name={user.displayName} photo={user.photoURL} />
      <p>
        <b>
          <bdi>{user.displayName}</bdi>
        </b>
        <span>{admin === undefined ? ' ' : admin ? 'Admin' : 'Customer'}</span>
      </p>
    </div>
  );
}

interface DashboardEntry {
  readonly title: string;
  readonly icon: IconName;
  readonly to: string;
}

interface DashboardNavProps {
  entries: readonly DashboardEntry[];
  current: string;
  /** False on a page below `current`. */
  exact: boolean;
}

/** A side bar, or a strip on narrower screens. */
function DashboardNav({ entries, current, exact }: DashboardNavProps) {
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the marked entry changes
  useEffect(() => {
    const strip = list.current;
    if (!strip) return;
    // Also when the side bar becomes a strip, as on a rotated tablet.
    const resized = new ResizeObserver(() => {
      const item = strip.querySelector<HTMLElement>('[aria-current]');
      if (item) strip.scrollLeft = item.offsetLeft - (strip.clientWidth - item.offsetWidth) / 2;
    });
    resized.observe(strip);
    return () => resized.disconnect();
  }, [current, entries.length]);
  return (
    <nav aria-label="Dashboard">
      <ul ref={list}>
        {entries.map(({ title, icon, to }) => (
          <li key={to}>
            <Link to={to} prefetch="intent" aria-current={to === current ? (exact ? 'page' : 'true') : undefined}>
              <Icon name={icon} />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
