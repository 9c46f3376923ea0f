import type { ReactNode } from 'react';
import { type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from 'react-router';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { SearchBox } from '#web/ui/kernel/search-box.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { UsersSkeleton } from '#web/ui/people/users-table.tsx';
import { admitAdmin } from '../identity/access.ts';
import { useKept } from '../kernel/use-kept.ts';
import type { Route } from './+types/make-admin.ts';
import { type LoadedPeople, loadPeople } from './load-people.ts';
import { UserList } from './user-list.tsx';

type Users = Outcome<LoadedPeople, ApiFailure>;

/** Answers at once; the people follow, so that the page shows its own skeleton meanwhile. */
export async function clientLoader(): Promise<{ users: Promise<Users> }> {
  const admission = await admitAdmin();
  if (!admission.ok) return { users: Promise.resolve(admission) };
  return { users: loadPeople() };
}
clientLoader.hydrate = true as const;

/** The search stands in the address, but changes nothing about who is listed. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate;
}

export function HydrateFallback() {
  return (
    <Frame box={<Skeleton className="users__find" />}>
      <UsersSkeleton />
    </Frame>
  );
}

export default function MakeAdmin({ loaderData }: Route.ComponentProps) {
  const kept = useKept(loaderData.users);
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const find = (words: string) =>
    setParams(words ? { search: words } : {}, { replace: true, preventScrollReset: true });
  // Whoever was refused is on the way to the login page.
  const failure = kept.failure?.status === 403 ? undefined : kept.failure;
  if (!kept.value && !failure) return <HydrateFallback />;
  const box = kept.value && (
    <SearchBox label="Search people" placeholder="Search name or email" words={search} onChange={find} />
  );
  return (
    <Frame box={box}>
      {failure && <Problem failure={failure} waiting={kept.waiting} />}
      {kept.value && <UserList loaded={kept.value} search={search} onClear={() => find('')} />}
    </Frame>
  );
}

function Problem({ failure, waiting }: { failure: ApiFailure; waiting: boolean }) {
  const { revalidate } = useRevalidator();
  return (
    <Failure
      title="The people did not load"
      detail={failure.detail}
      onRetry={() => void revalidate()}
      retrying={waiting}
    />
  );
}

function Frame({ box, children }: { box?: ReactNode; children: ReactNode }) {
  return (
    <div className="users">
      <PageHead title="Make Admin" action={box}>
        Admins manage orders, tools and other admins. They cannot place orders.
      </PageHead>
      {children}
    </div>
  );
}
