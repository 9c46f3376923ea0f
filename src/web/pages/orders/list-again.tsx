import { href, useRevalidator } from 'react-router';
import type { SignedIn } from '#model/identity/person.ts';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import type { OpenedList } from '#model/orders/saved-lists.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { Day } from '#web/ui/kernel/moment.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { AgainSkeleton } from '#web/ui/orders/again-skeleton.tsx';
import { admitCustomer } from '../identity/access.ts';
import type { DashboardHandle } from '../kernel/dashboard-handle.ts';
import { orAbsent } from '../kernel/or-absent.ts';
import { useKept } from '../kernel/use-kept.ts';
import type { Route } from './+types/list-again.ts';
import { Again } from './again.tsx';
import { againLinks } from './again-links.ts';

export const handle: DashboardHandle = { under: [href('/dashboard/lists')] };

export const links: Route.LinksFunction = againLinks;

/** Returns at once with a promise, so that the page shows its own skeleton. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { found: findList(params.listId) };
}
clientLoader.hydrate = true as const;

type Loaded = Outcome<{ list: OpenedList; user: SignedIn }, ApiFailure>;

async function findList(id: string): Promise<Loaded> {
  const admission = await admitCustomer();
  if (!admission.ok) return admission;
  const answer = orAbsent(await api.call('getList', { params: { id } }), 'list_not_found');
  return answer.ok ? success({ list: answer.value, user: admission.value.user }) : answer;
}

export function HydrateFallback() {
  return (
    <>
      <PageHead title="Order again">
        <Skeleton className="sk--inline h-4 w-48 max-w-full" />
      </PageHead>
      <AgainSkeleton />
    </>
  );
}

export default function ListAgain({ loaderData, params }: Route.ComponentProps) {
  return <Found key={params.listId} found={loaderData.found} />;
}

function Found({ found }: { found: Promise<Loaded> }) {
  const { value, failure, waiting } = useKept(found);
  const { revalidate } = useRevalidator();
  if (!value && !failure) return <HydrateFallback />;
  if (!value)
    return (
      <>
        <PageHead title="Order again" />
        {failure && <Trouble failure={failure} onRetry={() => void revalidate()} retrying={waiting} />}
      </>
    );
  const { list, user } = value;
  return (
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
      <Again lines={list.lines} email={user.email} />
    </>
  );
}

interface TroubleProps {
  failure: ApiFailure;
  onRetry: () => void;
  retrying: boolean;
}

function Trouble({ failure, onRetry, retrying }: TroubleProps) {
  if (failure.status === 404)
    return (
      <Empty
        title="There is no such list among yours"
        action={
          <ButtonLink variant="ink" to={href('/dashboard/lists')}>
            See Saved Lists
          </ButtonLink>
        }
      >
        It may have been deleted, or it belongs to another account.
      </Empty>
    );
  return <Failure title="The list did not load" detail={failureText(failure)} onRetry={onRetry} retrying={retrying} />;
}
