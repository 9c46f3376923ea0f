import { href } from 'react-router';
import { api } from '#web/api/identity/session.ts';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { Day } from '#web/ui/kernel/moment.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import type { DashboardHandle } from '../../kernel/dashboard-handle.ts';
import { orAbsent } from '../../kernel/or-absent.ts';
import { Found, findOwn, whileShown } from '../found.tsx';
import type { Route } from './+types/list-again.ts';
import { Again, AgainFallback, againLinks } from './again.tsx';

export const handle: DashboardHandle = { under: [href('/dashboard/lists')] };

export const links: Route.LinksFunction = againLinks;

/** Returns at once with a promise, so that the page shows its own skeleton. */
export function clientLoader({ params }: Route.ClientLoaderArgs) {
  const ask = async () => orAbsent(await api.call('getList', { params: { id: params.listId } }), 'list_not_found');
  return { found: whileShown(findOwn(ask)) };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = AgainFallback;

export default function ListAgain({ loaderData, params }: Route.ComponentProps) {
  return (
    <Found key={params.listId} of="list" title="Order again" found={loaderData.found} skeleton={<AgainFallback />}>
      {({ value: list, user }) => (
        <>
          <Link className="back" to={href('/dashboard/lists')}>
            <Icon name="left" small />
            Saved Lists
          </Link>
          <PageHead title="Order again">
            <bdi>{list.name}</bdi>
            {list.last && (
              <>
                , last ordered on <Day iso={list.last.at} />
              </>
            )}
            , at today’s prices and stock
          </PageHead>
          <Again about={params.listId} lines={list.lines} email={user.email} />
        </>
      )}
    </Found>
  );
}
