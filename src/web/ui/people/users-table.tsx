import type { ReactNode } from 'react';
import type { User } from '#model/people/user.ts';
import { Portrait } from '../images/portrait.tsx';
import { Button } from '../kernel/button.tsx';
import { EmailText } from '../kernel/email-text.tsx';
import { Icon } from '../kernel/icon.tsx';
import { Loading } from '../kernel/loading.tsx';
import { Skeleton } from '../kernel/skeleton.tsx';
import { Cell, type Column, Row, Table } from '../kernel/table.tsx';

const COLUMNS: readonly Column[] = [
  { title: 'Name' },
  { title: 'Email', className: 'only-l' },
  { title: 'Role', className: 'act', hidden: true },
];
const ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

export function UsersTable({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <Table label="People" columns={COLUMNS} className="t-users" cards={false} busy={busy}>
      {children}
    </Table>
  );
}

/** Focused when the button it replaces is gone. */
export const badgeId = (email: string): string => `admin-${email}`;

export function UserRow({ user, onMakeAdmin }: { user: User; onMakeAdmin: () => void }) {
  const { name, email, role, photo } = user;
  return (
    <Row>
      <Cell className="name">
        <span className="user">
          <Portrait name={name} photo={photo} />
          <span>
            <bdi>{name}</bdi>
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
export function UsersSkeleton() {
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
