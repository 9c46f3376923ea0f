import { useSearchParams } from 'react-router';
import { formatCount } from '#texts/format.ts';
import { QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { More } from '#web/ui/kernel/more.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { SearchBox } from '#web/ui/kernel/search-box.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { findUsers } from '#web/ui/people/find-users.ts';
import { badgeId, UserRow, UsersSkeleton, UsersTable } from '#web/ui/people/users-table.tsx';
import { listForAdmins } from '../identity/list-for-admins.ts';
import { AdminListPage, type Nothing } from '../kernel/admin-list-page.tsx';
import { filtersOnPage } from '../kernel/filters-on-page.ts';
import { useList } from '../kernel/use-list.ts';
import type { Route } from './+types/make-admin.ts';
import { loadPeople, PEOPLE } from './load-people.ts';
import { useMakeAdmin } from './use-make-admin.ts';

export const clientLoader = listForAdmins(() => loadPeople());
export const shouldRevalidate = filtersOnPage;

const HEAD = {
  className: 'users',
  title: 'Make Admin',
  intro: 'Admins manage orders, tools and other admins. They cannot place orders.',
};

export const HydrateFallback = () => (
  <AdminListPage {...HEAD} action={<Skeleton className="users__find" />}>
    <UsersSkeleton />
  </AdminListPage>
);

export default function MakeAdmin({ loaderData }: Route.ComponentProps) {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const find = (words: string) =>
    setParams(words ? { search: words } : {}, { replace: true, preventScrollReset: true });
  const people = useList(loaderData.list, PEOPLE, search);
  const { users, news, ask, ...question } = useMakeAdmin(people.rows);
  if (people.isComing) return <HydrateFallback />;
  const found = findUsers(users, search);
  const { list, more } = people;
  return (
    <>
      <AdminListPage
        {...HEAD}
        action={
          list && <SearchBox label="Search people" placeholder="Search name or email" words={search} onChange={find} />
        }
        filter={
          list && (
            <p className="sr" role="status">
              {news || (search.trim() && `${formatCount(found.length)} of ${formatCount(users.length)} people`)}
            </p>
          )
        }
        list={people}
        failed="The people did not load"
        shown={found.length}
        nothing={nothingOf(search.trim(), () => find(''))}
        below={
          more && (
            <More {...more}>
              The first {formatCount(users.length)} people by name are listed and searched. An email is looked for among
              all people.
            </More>
          )
        }
      >
        <UsersTable>
          {found.map((user) => (
            <UserRow key={user.email} user={user} onMakeAdmin={() => ask(user)} />
          ))}
        </UsersTable>
      </AdminListPage>
      <Question {...question} />
    </>
  );
}

type QuestionProps = Omit<ReturnType<typeof useMakeAdmin>, 'users' | 'news' | 'ask'>;

/** Before somebody becomes an admin. */
const Question = ({ asked, open, setOpen, busy, problem, confirm }: QuestionProps) => (
  <QuestionDialog
    open={open}
    onOpenChange={setOpen}
    title={
      <>
        Make <bdi>{asked?.name}</bdi> an admin?
      </>
    }
    confirmLabel="Make Admin"
    cancelLabel="Cancel"
    busy={busy}
    finalFocus={() => document.getElementById(badgeId(asked?.email ?? ''))}
    onConfirm={() => void confirm()}
  >
    <p>
      {asked?.email} will manage orders, tools and admins, and will not be able to place orders. This cannot be undone
      here.
    </p>
    {problem && (
      <Notice tone="danger" role="alert" className="dialog__problem">
        {problem}
      </Notice>
    )}
  </QuestionDialog>
);

function nothingOf(search: string, onClear: () => void): Nothing {
  if (!search) return { title: 'Nobody yet', text: 'Everybody with an account appears here.' };
  const text = (
    <>
      No name and no email has <bdi>“{search}”</bdi> in it.
    </>
  );
  return { title: 'Nobody found', text, clear: { label: 'Clear search', onClear } };
}
