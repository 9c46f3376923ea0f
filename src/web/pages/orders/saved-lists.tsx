import { href, useRevalidator } from 'react-router';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { ListRow } from '#model/orders/saved-lists.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { ListsSkeleton } from '#web/ui/orders/lists-skeleton.tsx';
import { ListsTable, RenameRow, SavedListRow } from '#web/ui/orders/lists-table.tsx';
import orderAgain from '../../styles/order-again.css?url';
import { admitCustomer } from '../identity/access.ts';
import { useKept } from '../kernel/use-kept.ts';
import type { Route } from './+types/saved-lists.ts';
import { useSavedLists } from './use-saved-lists.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: orderAgain }];

type Lists = Outcome<ListRow[], ApiFailure>;

/** Answers at once; the lists follow, so that the page shows its own skeleton meanwhile. */
export async function clientLoader(): Promise<{ lists: Promise<Lists> }> {
  const admission = await admitCustomer();
  if (!admission.ok) return { lists: Promise.resolve(admission) };
  return { lists: api.call('getLists', {}) };
}
clientLoader.hydrate = true as const;

/** @param count of the lists; undefined while they are loading */
const Head = ({ count }: { count?: number | undefined }) => (
  <PageHead
    title="Saved Lists"
    action={
      count !== undefined &&
      count > 0 && (
        <ButtonLink icon="plus" to={href('/order-list')}>
          New list
        </ButtonLink>
      )
    }
  >
    {count !== 0 && 'What you order again and again, with today’s totals'}
  </PageHead>
);

export function HydrateFallback() {
  return (
    <>
      <Head />
      <ListsSkeleton />
    </>
  );
}

export default function SavedLists({ loaderData }: Route.ComponentProps) {
  const { value, failure, waiting } = useKept(loaderData.lists);
  const { revalidate } = useRevalidator();
  if (!value && !failure) return <HydrateFallback />;
  return (
    <>
      <Head count={value?.length} />
      {failure && (
        <Failure
          title="Your lists did not load"
          detail={failureText(failure)}
          onRetry={() => void revalidate()}
          retrying={waiting}
        />
      )}
      {value && <Table loaded={value} />}
    </>
  );
}

function Table({ loaded }: { loaded: readonly ListRow[] }) {
  const { lists, problems, busy, renaming, ...its } = useSavedLists(loaded);
  if (lists.length === 0)
    return (
      <Empty
        title="No saved lists yet"
        action={
          <ButtonLink variant="ink" to={href('/order-list')}>
            Go to order list
          </ButtonLink>
        }
      >
        Save what you order often: press Save as list in your order list or on a past purchase.
      </Empty>
    );
  return (
    <ListsTable>
      {lists.map((list) =>
        list.id === renaming ? (
          <RenameRow
            key={list.id}
            name={list.name}
            busy={busy === list.id}
            problem={problems.get(list.id)}
            onSave={(name) => void its.rename(list.id, name)}
            onCancel={() => its.leave(list.id)}
          />
        ) : (
          <SavedListRow
            key={list.id}
            list={list}
            to={href('/dashboard/lists/:listId/again', { listId: list.id })}
            busy={busy === list.id}
            problem={problems.get(list.id)}
            onRename={() => its.startRenaming(list.id)}
            onCopy={() => void its.copy(list.id)}
            onDelete={() => void its.remove(list.id)}
          />
        ),
      )}
    </ListsTable>
  );
}
