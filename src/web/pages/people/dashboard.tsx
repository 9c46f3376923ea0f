import { href, Navigate, Outlet, useLocation, useMatches } from 'react-router';
import { dashboardPages } from '#contract/pages.ts';
import type { Session } from '#web/api/identity/session.ts';
import { useSession } from '#web/api/identity/use-session.ts';
import { Portrait } from '#web/ui/images/portrait.tsx';
import { type DashboardEntry, DashboardNav } from '#web/ui/kernel/dashboard-nav.tsx';
import { PageForNobodyElse } from '#web/ui/kernel/page-for-all.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import inside from '../../styles/inside.css?url';
import type { DashboardHandle } from '../kernel/dashboard-handle.ts';
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
      <main id="main" className="main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
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
