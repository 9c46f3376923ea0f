import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ManagedTool, ToolChange } from '#model/catalogue/tool-edit.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { ToolChanges } from '#web/ui/catalogue/tool-changes.tsx';
import { Button } from '#web/ui/kernel/button.tsx';
import { RetryNotice } from '#web/ui/kernel/retry-notice.tsx';
import { admitAdmin, leaveWhenNoAdmin } from '../identity/access.ts';
import type { DashboardHandle } from '../kernel/dashboard-handle.ts';
import { useKept } from '../kernel/use-kept.ts';
import type { Route } from './+types/tool-history.ts';
import { ManagedToolFrame, ManagedToolSkeleton, ToolTrouble } from './managed-tool-frame.tsx';
import { useUndo } from './use-undo.tsx';

export const HydrateFallback = ManagedToolSkeleton;

export const handle: DashboardHandle = { under: '/dashboard/manageTools' };

interface Loaded {
  readonly managed: ManagedTool;
  readonly changes: readonly ToolChange[];
  readonly before: number | null;
}

export async function clientLoader({ params }: Route.ClientLoaderArgs): Promise<{
  history: Promise<Outcome<Loaded, ApiFailure>>;
}> {
  const admission = await admitAdmin();
  return { history: admission.ok ? load(params.toolId as ToolId) : Promise.resolve(admission) };
}
clientLoader.hydrate = true as const;

async function load(id: ToolId): Promise<Outcome<Loaded, ApiFailure>> {
  const asked = await Promise.all([
    api.call('getManagedTool', { params: { id } }),
    api.call('listToolChanges', { params: { id } }),
  ]);
  const [managed, changes] = (await Promise.all(asked.map((answer) => leaveWhenNoAdmin(answer)))) as typeof asked;
  if (!managed.ok) return managed;
  if (!changes.ok) return changes;
  return success({ managed: managed.value, ...changes.value });
}

export default function ToolHistory({ loaderData }: Route.ComponentProps) {
  const { value, failure, waiting } = useKept(loaderData.history);
  const { revalidate } = useRevalidator();
  const shown = failure?.status === 403 ? undefined : failure;
  if (shown) return <ToolTrouble failure={shown} onRetry={() => void revalidate()} retrying={waiting} />;
  if (!value) return <ManagedToolSkeleton />;
  // After an undo the first page comes anew; what was loaded behind it is asked for again.
  return <History key={`${value.managed.tool._id} ${value.managed.version}`} loaded={value} />;
}

function History({ loaded }: { loaded: Loaded }) {
  const { managed } = loaded;
  const { revalidate } = useRevalidator();
  const [earlier, setEarlier] = useState<{ changes: readonly ToolChange[]; before: number | null }>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { undo, busy: undoing, question } = useUndo(managed.tool._id, () => void revalidate());
  const before = earlier ? earlier.before : loaded.before;
  const changes = [...loaded.changes, ...(earlier?.changes ?? [])];

  async function loadEarlier() {
    setBusy(true);
    const input = { params: { id: managed.tool._id }, query: { before: String(before) } };
    const answer = await leaveWhenNoAdmin(await api.call('listToolChanges', input));
    setBusy(false);
    setProblem(answer.ok ? undefined : answer.failure.detail);
    if (!answer.ok) return;
    const { value } = answer;
    setEarlier((known) => ({ before: value.before, changes: [...(known?.changes ?? []), ...value.changes] }));
  }
  return (
    <ManagedToolFrame managed={managed} page="history">
      <div className="desk2">
        <div>
          <ToolChanges
            changes={changes}
            added={before === null ? managed.added : undefined}
            busy={undoing}
            onUndo={managed.archived_at ? undefined : undo}
          />
          {problem && <RetryNotice problem={problem} busy={busy} onRetry={() => void loadEarlier()} />}
          {before !== null && !problem && (
            <Button className="mt-6" loading={busy} onClick={() => void loadEarlier()}>
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
