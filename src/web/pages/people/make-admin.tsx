import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Email } from '#model/kernel/email.ts';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import type { Page } from '#model/kernel/page.ts';
import type { User } from '#model/people/user.ts';
import { failureText } from '#texts/failures.ts';
import { formatCount } from '#texts/format.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api, signOut } from '#web/api/identity/session.ts';
import { leaveWhenNoAdmin } from '#web/pages/identity/access.ts';
import { comeBackAfterLogin } from '#web/pages/identity/after-login.ts';
import { listForAdmins } from '#web/pages/identity/list-for-admins.ts';
import { AdminListPage, type Nothing } from '#web/pages/kernel/admin-list-page.tsx';
import { filtersOnPage } from '#web/pages/kernel/filters-on-page.ts';
import { type ListKind, useList } from '#web/pages/kernel/use-list.ts';
import { Portrait } from '#web/ui/images/portrait.tsx';
import { Button } from '#web/ui/kernel/button.tsx';
import { QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { EmailText } from '#web/ui/kernel/email-text.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Loading } from '#web/ui/kernel/loading.tsx';
import { More } from '#web/ui/kernel/more.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { SearchBox } from '#web/ui/kernel/search-box.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { Cell, type Column, Row, type RowsProps, Table } from '#web/ui/kernel/table.tsx';
import { findUsers } from '#web/ui/people/find-users.ts';
import type { Route } from './+types/make-admin.ts';

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
              {news || `${formatCount(found.length)} of ${formatCount(users.length)} people`}
            </p>
          )
        }
        list={people}
        failed="The people did not load"
        shown={found.length}
        nothing={nothingOf(search.trim(), more !== undefined, () => find(''))}
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
    forGood
    busy={busy}
    finalFocus={() => document.getElementById(badgeId(asked?.email ?? ''))}
    onConfirm={() => void confirm()}
  >
    {asked?.emailConfirmed === false && (
      <Notice tone="warning" className="dialog__notice">
        Nobody has confirmed this email address yet, so somebody else may have signed up with it.
      </Notice>
    )}
    <p>
      {asked?.email} will manage orders, tools and admins, and will not be able to place orders. Orders of theirs that
      are not paid by then, and their price promises, can no longer be paid. This cannot be undone here.
    </p>
    <FormProblem className="dialog__problem">{problem && failureText(problem)}</FormProblem>
    {problem?.code === 'session_too_old' && <LogInAgain />}
  </QuestionDialog>
);

/** Unlike a Logout it keeps what was typed and is not sent yet. */
function LogInAgain() {
  const { pathname, search } = useLocation();
  return (
    <Button
      size="sm"
      onClick={() => {
        comeBackAfterLogin(pathname + search);
        void signOut('refused');
      }}
    >
      Log in again
    </Button>
  );
}

function nothingOf(search: string, goesOn: boolean, onClear: () => void): Nothing {
  if (!search) return { title: 'Nobody yet', text: 'Everybody with an account appears here.' };
  const text = (
    <>
      {goesOn ? 'Among the people listed so far, no name and no email' : 'No name and no email'} has{' '}
      <bdi>“{search}”</bdi> in it.{goesOn && ' Load more to search the others, too.'}
    </>
  );
  return { title: 'Nobody found', text, clear: { label: 'Clear search', onClear } };
}

/** A page of the people by name. @param after where it begins; without it with the first */
async function loadPeople(after?: string): Promise<Outcome<Page<User>, ApiFailure>> {
  const answer = await leaveWhenNoAdmin(await api.call('listUsers', { query: { after } }));
  return answer.ok ? success({ rows: answer.value, next: answer.list.next }) : answer;
}

/** Who has the address that was searched for; nobody unless the search is an address. */
async function lookForPerson({ next }: Page<User>, words: string, signal?: AbortSignal) {
  const email = Email.safeParse(words);
  if (!email.success || next === undefined) return success({ rows: [] });
  const answer = await leaveWhenNoAdmin(await api.call('listUsers', { query: { email: email.data }, signal }));
  return answer.ok ? success({ rows: answer.value }) : answer;
}

const PEOPLE: ListKind<Page<User>> = {
  key: ({ email }) => email,
  load: ({ next }) => loadPeople(next),
  look: lookForPerson,
  focus: ({ email }) => nameId(email),
};

function useMakeAdmin(loaded: readonly User[]) {
  const [made, setMade] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<User>();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiFailure>();
  const [news, setNews] = useState('');

  function ask(user: User) {
    setAsked(user);
    setProblem(undefined);
    setNews('');
    setOpen(true);
  }

  async function confirm() {
    if (!asked) return;
    setBusy(true);
    setProblem(undefined);
    const answer = await leaveWhenNoAdmin(await api.call('makeAdmin', { params: { email: asked.email } }));
    setBusy(false);
    if (!answer.ok) return setProblem(answer.failure);
    setMade((all) => new Set(all).add(asked.email));
    setNews(`${asked.name} is an admin now.`);
    setOpen(false);
  }

  const users = loaded.map((user): User => (made.has(user.email) ? { ...user, role: 'admin' } : user));
  return { users, asked, open, setOpen, busy, problem, news, ask, confirm };
}

const COLUMNS: readonly Column[] = [
  { title: 'Name' },
  { title: 'Email', className: 'only-l' },
  { title: 'Role', className: 'act', hidden: true },
];
const ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

const UsersTable = (props: RowsProps) => (
  <Table label="People" columns={COLUMNS} className="t-users" cards={false} {...props} />
);

/** The first row of a newly loaded page is focused by it. */
const nameId = (email: string): string => `name-${email}`;

/** Focused when the button it replaces is gone. */
const badgeId = (email: string): string => `admin-${email}`;

function UserRow({ user, onMakeAdmin }: { user: User; onMakeAdmin: () => void }) {
  const { name, email, role, photo } = user;
  return (
    <Row>
      <Cell className="name">
        <span className="user">
          <Portrait name={name} photo={photo} />
          <span>
            <bdi id={nameId(email)} tabIndex={-1}>
              {name}
            </bdi>
            <span className="sub only-s mail">
              <EmailText email={email} />
            </span>
          </span>
        </span>
      </Cell>
      <Cell className="soft mail only-l">
        <EmailText email={email} />
      </Cell>
      <Cell className="act">
        {role === 'admin' ? (
          <span className="badge" id={badgeId(email)} tabIndex={-1}>
            <Icon name="shield" small />
            Admin
          </span>
        ) : (
          <Button size="sm" aria-label={`Make Admin: ${name}, ${email}`} onClick={onMakeAdmin}>
            Make Admin
          </Button>
        )}
      </Cell>
    </Row>
  );
}

/** Same layout as the list, so that nothing moves when it loads. */
function UsersSkeleton() {
  return (
    <Loading says="Loading people">
      <UsersTable busy>
        {ROWS.map((row) => (
          <Row key={row}>
            <Cell className="name">
              <span className="user">
                <span className="mono-tile" />
                <span>
                  <Skeleton className="h-5 w-32" />
                  <Skeleton className="only-s mt-1 h-4 w-40 max-w-full" />
                </span>
              </span>
            </Cell>
            <Cell className="soft only-l">
              <Skeleton className="h-5 w-56 max-w-full" />
            </Cell>
            <Cell className="act">
              <Skeleton className="ml-auto h-9 w-25" />
            </Cell>
          </Row>
        ))}
      </UsersTable>
    </Loading>
  );
}
