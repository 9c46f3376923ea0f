import type { ReactNode } from 'react';
import { href } from 'react-router';
import type { SignedIn } from '#model/identity/person.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { useSession } from '#web/api/identity/use-session.ts';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { admitSignedIn } from '../identity/access.ts';
import { useHeadingAfter } from '../kernel/use-heading-after.ts';
import { useKept } from '../kernel/use-kept.ts';
import { useReload } from '../kernel/use-reload.ts';

/** Something of this customer's, with who they are. */
export interface Own<T> {
  readonly value: T;
  readonly user: SignedIn;
}

/** For a page that shows already: a redirect would come too late, so an admin is told whose page it is. */
export async function findOwn<T>(ask: () => Promise<Outcome<T, ApiFailure>>): Promise<Outcome<Own<T>, ApiFailure>> {
  const admission = await admitSignedIn();
  if (!admission.ok) return admission;
  const { user, admin } = admission.value;
  if (admin) return failure({ status: 403, code: 'customer_only' });
  const answer = await ask();
  return answer.ok ? success({ value: answer.value, user }) : answer;
}

/** The page may be left for the login before it is there: then nobody handles its redirect. */
export function whileShown<T>(found: Promise<T>): Promise<T> {
  found.catch(() => {});
  return found;
}

/** Where all of a kind are, and why one may not be there. */
const KINDS = {
  purchase: {
    all: 'See My Orders',
    to: href('/dashboard/myorders'),
    why: 'The address may be incomplete, or the purchase belongs to another account.',
  },
  'price promise': {
    all: 'See Price Promises',
    to: href('/dashboard/promises'),
    why: 'The address may be incomplete, or the promise belongs to another account.',
  },
  list: {
    all: 'See Saved Lists',
    to: href('/dashboard/lists'),
    why: 'It may have been deleted, or it belongs to another account.',
  },
};

interface FoundProps<T> {
  of: keyof typeof KINDS;
  title: string;
  found: Promise<Outcome<T, ApiFailure>>;
  /** The page while it loads. */
  skeleton: ReactNode;
  children: (value: T) => ReactNode;
}

/** A page about one thing of theirs: while it loads, once it is there, and where it did not load. */
export function Found<T>({ of, title, found, skeleton, children }: FoundProps<T>) {
  const { value, failure, waiting } = useKept(found);
  const reload = useReload();
  const again = useHeadingAfter(failure, () => void reload());
  const trouble = failure && <Trouble of={of} failure={failure} retrying={waiting} onRetry={again} />;
  if (!value && !trouble) return skeleton;
  return (
    <>
      {!value && <PageHead title={title} />}
      {trouble}
      {value && children(value)}
    </>
  );
}

function Trouble({
  of,
  failure,
  retrying,
  onRetry,
}: Pick<FoundProps<never>, 'of'> & { failure: ApiFailure; retrying: boolean; onRetry: () => void }) {
  if (failure.code === 'customer_only')
    return (
      <Empty
        title="This page is for customers"
        action={
          <ButtonLink variant="ink" to={href('/dashboard/manageAllOrders')}>
            Manage All Orders
          </ButtonLink>
        }
      >
        You are signed in as an admin. What customers have ordered is in one list.
      </Empty>
    );
  if (failure.status === 404) return <NoSuch of={of} />;
  return (
    <Failure title={`The ${of} did not load`} detail={failureText(failure)} onRetry={onRetry} retrying={retrying} />
  );
}

/** To an admin every purchase is shown, and nothing else here. */
const FOR_ADMINS = {
  all: 'Manage All Orders',
  to: href('/dashboard/manageAllOrders'),
  why: 'The number in the address may be incomplete or mistyped.',
};

export function NoSuch({ of }: Pick<FoundProps<never>, 'of'>) {
  const session = useSession();
  const admin = session.status === 'signed-in' && session.admin;
  const { all, to, why } = admin ? FOR_ADMINS : KINDS[of];
  return (
    <Empty
      title={`There is no such ${of}${admin ? '' : ' among yours'}`}
      action={
        <ButtonLink variant="ink" to={to}>
          {all}
        </ButtonLink>
      }
    >
      {why}
    </Empty>
  );
}
