import type { ManagedTool, ToolChange } from '#model/catalogue/tool-edit.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import type { Page } from '#model/kernel/page.ts';
import { many } from '#texts/format.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { changeId, ToolChanges } from '#web/ui/catalogue/tool-changes.tsx';
import { Announced } from '#web/ui/kernel/announced.tsx';
import { Button } from '#web/ui/kernel/button.tsx';
import { RetryNotice } from '#web/ui/kernel/retry-notice.tsx';
import { admitAdmin, leaveWhenNoAdmin } from '../identity/access.ts';
import type { DashboardHandle } from '../kernel/dashboard-handle.ts';
import { useHeadingAfter } from '../kernel/use-heading-after.ts';
import { type ListKind, useList } from '../kernel/use-list.ts';
import { useReload } from '../kernel/use-reload.ts';
import type { Route } from './+types/tool-history.ts';
import { LoadedTool, ManagedToolFrame, ManagedToolSkeleton } from './managed-tool-frame.tsx';
import { useUndo } from './use-undo.tsx';

export const HydrateFallback = ManagedToolSkeleton;

export const handle: DashboardHandle = { under: ['/dashboard/manageTools'] };

interface Loaded extends Page<ToolChange> {
  readonly managed: ManagedTool;
}

export async function clientLoader({ params }: Route.ClientLoaderArgs): Promise<{
  history: Promise<Outcome<Loaded, ApiFailure>>;
}> {
  const admission = await admitAdmin();
  return { history: admission.ok ? load(params.toolId as ToolId) : Promise.resolve(admission) };
}
clientLoader.hydrate = true as const;

async function load(id: ToolId): Promise<Outcome<Loaded, ApiFailure>> {
  const [managed, changes] = await Promise.all([
    api.call('getManagedTool', { params: { id } }).then(leaveWhenNoAdmin),
    loadChanges(id),
  ]);
  if (!managed.ok) return managed;
  return changes.ok ? success({ managed: managed.value, ...changes.value }) : changes;
}

const loadChanges = async (id: ToolId, after?: string): Promise<Outcome<Page<ToolChange>, ApiFailure>> =>
  leaveWhenNoAdmin(await api.call('listToolChanges', { params: { id }, query: { after } }));

const HISTORY: ListKind<Loaded> = {
  key: ({ id }) => id,
  focus: ({ id }) => changeId(id),
  async load({ managed, next }) {
    const changes = await loadChanges(managed.tool._id, next);
    return changes.ok ? success({ managed, ...changes.value }) : changes;
  },
  /** Keeps the earlier pages, where nothing is missing between them and the first. */
  again(list, first) {
    const last = first.rows.at(-1);
    if (!last || !list.rows.some(({ id }) => id === last.id)) return first;
    const undone = new Set(first.rows.map(({ undoes }) => undoes?.at));
    const earlier = list.rows
      .filter(({ version }) => version < last.version)
      .map((change) => (undone.has(change.at) ? { ...change, undone: true } : change));
    return earlier.length > 0 ? { ...first, rows: [...first.rows, ...earlier], next: list.next } : first;
  },
};

export default function ToolHistory({ loaderData, params }: Route.ComponentProps) {
  const history = useList(loaderData.history, HISTORY);
  const { list, failure, waiting } = history;
  return (
    <LoadedTool
      value={list?.managed.tool._id === params.toolId.toLowerCase() ? list : undefined}
      failure={failure}
      waiting={waiting}
    >
      {({ managed, rows }) => <History key={managed.tool._id} managed={managed} changes={rows} more={history.more} />}
    </LoadedTool>
  );
}

interface HistoryProps {
  managed: ManagedTool;
  changes: readonly ToolChange[];
  more: ReturnType<typeof useList<Loaded>>['more'];
}

function History({ managed, changes, more }: HistoryProps) {
  const reload = useReload();
  // A change that is undone has no button any more.
  const pressed = useHeadingAfter(managed);
  const {
    undo,
    busy: undoing,
    question,
  } = useUndo(managed.tool._id, () => {
    pressed();
    void reload();
  });
  return (
    <ManagedToolFrame managed={managed} page="history">
      <div className="desk2">
        <div>
          <ToolChanges
            changes={changes}
            added={more ? undefined : managed.added}
            busy={undoing}
            onUndo={managed.archived_at ? undefined : undo}
          />
          <Announced text={`${many(changes.length, 'change')} shown`} />
          {more?.problem && <RetryNotice problem={more.problem} busy={more.busy} onRetry={more.onMore} />}
          {more && !more.problem && (
            <Button className="mt-6" loading={more.busy} onClick={more.onMore}>
              Earlier changes
            </Button>
          )}
        </div>
        {!managed.archived_at && (
          <aside aria-labelledby="undo">
            <h2 className="h3" id="undo">
              What Undo does
            </h2>
            <p className="small soft mt-3">
              Puts the old value back as a new entry; the history itself is never rewritten. A field that was changed
              again since asks first. Paid and unpaid orders keep the price they were made with.
            </p>
          </aside>
        )}
      </div>
      {question}
    </ManagedToolFrame>
  );
}
