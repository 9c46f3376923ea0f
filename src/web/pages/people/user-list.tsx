import { formatCount } from '#model/kernel/count.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { More } from '#web/ui/kernel/more.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { findUsers } from '#web/ui/people/find-users.ts';
import { badgeId, UserRow, UsersTable } from '#web/ui/people/users-table.tsx';
import type { LoadedPeople } from './load-people.ts';
import { useMakeAdmin } from './use-make-admin.ts';
import { usePeople } from './use-people.ts';

interface UserListProps {
  loaded: LoadedPeople;
  search: string;
  onClear: () => void;
}

/** Those whom a search finds, and the question before one of them becomes an admin. */
export function UserList({ loaded, search, onClear }: UserListProps) {
  const people = usePeople(loaded, search);
  const { users, asked, open, setOpen, busy, problem, news, ask, confirm } = useMakeAdmin(people.users);
  const found = findUsers(users, search);
  return (
    <>
      <p className="sr" role="status">
        {news || (search.trim() && `${formatCount(found.length)} of ${formatCount(users.length)} people`)}
      </p>
      {found.length === 0 ? (
        <NoneShown search={search.trim()} onClear={onClear} />
      ) : (
        <UsersTable>
          {found.map((user) => (
            <UserRow key={user.email} user={user} onMakeAdmin={() => ask(user)} />
          ))}
        </UsersTable>
      )}
      {people.more && (
        <More {...people.more}>
          The first {formatCount(people.users.length)} people by name are listed and searched. An email is looked for
          among all people.
        </More>
      )}
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
          {asked?.email} will manage orders, tools and admins, and will not be able to place orders. This cannot be
          undone here.
        </p>
        {problem && (
          <Notice tone="danger" role="alert" className="dialog__problem">
            {problem}
          </Notice>
        )}
      </QuestionDialog>
    </>
  );
}

function NoneShown({ search, onClear }: { search: string; onClear: () => void }) {
  if (!search) return <Empty title="Nobody yet">Everybody with an account appears here.</Empty>;
  return (
    <Empty
      title="Nobody found"
      action={
        <Button variant="ink" onClick={onClear}>
          Clear search
        </Button>
      }
    >
      No name and no email has <bdi>“{search}”</bdi> in it.
    </Empty>
  );
}
