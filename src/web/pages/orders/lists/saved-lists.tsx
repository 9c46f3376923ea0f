import { useEffect, useRef, useState } from 'react';
import { href } from 'react-router';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { ListId, ListRow, NewList } from '#model/orders/saved-lists.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { admitCustomer } from '#web/pages/identity/access.ts';
import { pageHeading } from '#web/pages/kernel/page-heading.ts';
import { useHeadingAfter } from '#web/pages/kernel/use-heading-after.ts';
import { useKept } from '#web/pages/kernel/use-kept.ts';
import { useReload } from '#web/pages/kernel/use-reload.ts';
import orderAgain from '#web/styles/order-again.css?url';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { Loading } from '#web/ui/kernel/loading.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { SkeletonRows } from '#web/ui/kernel/skeleton.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { ListsTable, listNameId, RenameRow, renameId, SavedListRow } from '#web/ui/orders/lists-table.tsx';
import type { Route } from './+types/saved-lists.ts';

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
  const reload = useReload();
  const again = useHeadingAfter(failure, () => void reload());
  if (!value && !failure) return <HydrateFallback />;
  return (
    <>
      <Head count={value?.length} />
      {failure && (
        <Failure title="Your lists did not load" detail={failureText(failure)} onRetry={again} retrying={waiting} />
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

const UNDO_SECONDS = 8;
const NONE: ReadonlyMap<string, string> = new Map();

/** A name that the shop has taken, and the one that was loaded before. */
interface Renamed {
  readonly name: string;
  readonly before: string | undefined;
}

/** Renames, duplicates and deletes saved lists in their table; what somebody sees changes once the shop has said so. */
function useSavedLists(loaded: readonly ListRow[]) {
  const reload = useReload();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [names, setNames] = useState<ReadonlyMap<string, Renamed>>(new Map());
  const [problems, setProblems] = useState(NONE);
  const [busy, setBusy] = useState<string>();
  const [renaming, setRenaming] = useState<string>();
  const focusNext = useRef<string>(undefined);
  const lists = loaded
    .filter(({ id }) => !gone.has(id))
    .map((list) => ({ ...list, name: names.get(list.id)?.name ?? list.name }));

  // Whatever was loaded since is newer.
  useEffect(() => {
    const loadedName = (id: string) => loaded.find((list) => list.id === id)?.name;
    setNames((all) => new Map([...all].filter(([id, { before }]) => loadedName(id) === before)));
  }, [loaded]);

  // What was pressed may be gone, or what takes the focus may come later with the next answer.
  useEffect(() => {
    const id = focusNext.current;
    const next = id === '' ? pageHeading() : id && document.getElementById(id);
    if (!next) return;
    focusNext.current = undefined;
    next.focus();
  });

  function say(id: string, failure: ApiFailure | undefined) {
    const text = failure && (failure.errors?.[0]?.message ?? failureText(failure));
    setProblems((all) => {
      const rest = [...all].filter(([other]) => other !== id);
      return new Map(text ? [...rest, [id, text]] : rest);
    });
  }

  const settle = (id: string) => setBusy((now) => (now === id ? undefined : now));

  /** Another list may be renamed by now. */
  function leave(id: string) {
    if (!document.getElementById(renameId(id))) focusNext.current = renameId(id);
    setRenaming((now) => (now === id ? undefined : now));
    say(id, undefined);
  }

  async function rename(id: ListId, name: string) {
    setBusy(id);
    const before = loaded.find((list) => list.id === id)?.name;
    const answer = await api.call('renameList', { params: { id }, body: { name } });
    settle(id);
    if (!answer.ok) return say(id, answer.failure);
    setNames((all) => new Map(all).set(id, { name, before }));
    leave(id);
  }

  async function copy(id: ListId) {
    setBusy(id);
    const answer = await api.call('copyList', { params: { id } });
    say(id, answer.ok ? undefined : answer.failure);
    if (answer.ok) setRenaming((now) => now ?? answer.value.insertedId);
    // Where its answer was lost, the copy may be there.
    if (answer.ok || answer.failure.status === 0 || answer.failure.status >= 500) await reload();
    settle(id);
  }

  async function remove(id: ListId) {
    const at = lists.findIndex((list) => list.id === id);
    const next = lists[at + 1] ?? lists[at - 1];
    setBusy(id);
    const answer = await api.call('deleteList', { params: { id } });
    settle(id);
    // Another tab was faster.
    if (!answer.ok && answer.failure.code !== 'list_not_found') return say(id, answer.failure);
    focusNext.current = next ? listNameId(next.id) : '';
    setGone((before) => new Set(before).add(id));
    const list = answer.ok && answer.value.list;
    if (!list) return;
    showToast({
      ...{ tone: 'success', text: `“${list.name}” deleted.` },
      action: { label: 'Undo', seconds: UNDO_SECONDS, onPress: () => void bringBack(list) },
    });
  }

  async function bringBack(list: NewList) {
    const answer = await api.call('saveList', { body: list });
    if (!answer.ok) {
      showToast({ tone: 'danger', text: `“${list.name}” was not brought back. ${failureText(answer.failure)}` });
      return;
    }
    focusNext.current = listNameId(answer.value.insertedId);
    await reload();
  }

  return {
    ...{ lists, problems, busy, renaming, rename, copy, remove, leave },
    startRenaming(id: string) {
      say(id, undefined);
      setRenaming(id);
    },
  };
}

function ListsSkeleton() {
  return (
    <Loading says="Loading your lists">
      <ListsTable busy>
        <SkeletonRows
          rows={3}
          cells={[
            ['c-name', 'h-4 w-44'],
            ['', 'w-24'],
            ['num', 'ml-auto w-16'],
            ['num', 'ml-auto w-16'],
            ['', 'w-24'],
            ['act', 'h-9 w-44 ml-auto'],
          ]}
        />
      </ListsTable>
    </Loading>
  );
}
