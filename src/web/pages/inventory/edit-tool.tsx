import { useEffect, useRef, useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useMatch } from 'react-router';
import { goneSince, HEARTBEAT_MS, isAttended } from '#model/catalogue/editing.ts';
import type { EditableTool, Tool } from '#model/catalogue/tool.ts';
import { type ManagedTool, withFree } from '#model/catalogue/tool-edit.ts';
import { isSameValue, TOOL_FIELDS, type ToolField } from '#model/catalogue/tool-field.ts';
import type { Conflict } from '#model/kernel/conflict.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { api, currentSession } from '#web/api/identity/session.ts';
import { UNDO_SECONDS } from '#web/pages/catalogue/archive-tool.ts';
import { EditToolForm } from '#web/pages/catalogue/edit-tool-form.tsx';
import { loadManagedTool } from '#web/pages/catalogue/load-managed-tool.ts';
import { LoadedTool, ManagedToolFrame, ManagedToolSkeleton } from '#web/pages/catalogue/managed-tool-frame.tsx';
import type { SavedTool } from '#web/pages/catalogue/use-edit-tool.ts';
import { useUndo } from '#web/pages/catalogue/use-undo.tsx';
import type { DashboardHandle } from '#web/pages/kernel/dashboard-handle.ts';
import { pageHeading } from '#web/pages/kernel/page-heading.ts';
import { useKept } from '#web/pages/kernel/use-kept.ts';
import { useReload } from '#web/pages/kernel/use-reload.ts';
import { BuyerPreview } from '#web/ui/catalogue/buyer-preview.tsx';
import { fieldWords } from '#web/ui/catalogue/change-words.ts';
import type { ToolEditor } from '#web/ui/catalogue/editors-line.tsx';
import { Line } from '#web/ui/kernel/line.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import type { Route } from './+types/edit-tool.ts';
import { StockPanel } from './stock-panel.tsx';

export const handle: DashboardHandle = { under: ['/dashboard/manageTools'] };

export const clientLoader = (args: Route.ClientLoaderArgs) => loadManagedTool(args);
clientLoader.hydrate = true as const;

/** Switching between Details and Preview loads nothing: the edit belongs to the version that was read. */
export function shouldRevalidate(between: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, currentParams, nextParams, defaultShouldRevalidate } = between;
  const other = currentUrl.pathname !== nextUrl.pathname && currentParams.toolId === nextParams.toolId;
  return !other && defaultShouldRevalidate;
}

export const HydrateFallback = ManagedToolSkeleton;

/** Details and Preview are one page with two addresses, so that both show what is typed. */
export default function EditTool({ loaderData }: Route.ComponentProps) {
  const { value, failure, waiting } = useKept(loaderData.managed);
  const its = value?.tool._id === loaderData.id.toLowerCase() ? value : undefined;
  return (
    <LoadedTool value={its} failure={failure} waiting={waiting}>
      {(managed) => <EditedTool key={managed.tool._id} loaded={managed} />}
    </LoadedTool>
  );
}

function EditedTool({ loaded }: { loaded: ManagedTool }) {
  const page = useMatch('/dashboard/manageTools/:toolId/preview') ? 'preview' : 'details';
  const [managed, setManaged] = useState(loaded);
  const [from, setFrom] = useState(loaded);
  /** The form is drawn anew with each, but not when its own save leaves it as it is. */
  const [round, setRound] = useState(0);
  /** Whether what is typed goes once the tool is loaded again. */
  const [dropping, setDropping] = useState(false);
  if (from !== loaded) {
    setFrom(loaded);
    setManaged(loaded);
    setDropping(false);
    if (dropping || loaded.version !== managed.version) setRound(round + 1);
  }
  // What had the focus may be gone then.
  const changing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once what was asked for is there
  useEffect(() => {
    if (changing.current && document.activeElement === document.body) pageHeading()?.focus();
    changing.current = false;
  }, [loaded, managed.version, round]);
  const reload = useReload();
  const editors = useEditors(managed.tool._id, managed.archived_at === null);
  const { undo, question } = useUndo(managed.tool._id, (answer) => {
    take(answer);
    setRound((before) => before + 1);
    // Where the toast was pressed on another page, that one shows it.
    void reload();
  });

  function take({ tool, version, change, together }: SavedTool) {
    setManaged((now) => ({
      ...now,
      ...{ tool, version, changes: now.changes + together.length + (change ? 1 : 0) },
      saved: change ?? together[0] ?? now.saved,
    }));
    changing.current = true;
  }
  /** @param form the round of the form that saved it */
  function saved(answer: SavedTool, conflict: Conflict | undefined, form: number) {
    take(answer);
    setRound((now) => (now === form ? now : now + 1));
    const { change } = answer;
    const action = change && { label: 'Undo', seconds: UNDO_SECONDS, onPress: () => undo(change) };
    showToast({ tone: 'success', text: savedWords(managed.tool, answer, conflict), ...(action && { action }) });
  }
  return (
    <ManagedToolFrame managed={managed} page={page} editors={editors}>
      {managed.archived_at ? (
        <ArchivedTool tool={managed.tool} page={page} />
      ) : (
        <EditToolForm
          key={round}
          managed={managed}
          page={page}
          StockPanel={StockPanel}
          onStock={(free) => setManaged((now) => withFree(now, free))}
          onSaved={(answer, conflict) => saved(answer, conflict, round)}
          onReload={() => {
            changing.current = true;
            setDropping(true);
            void reload().then(() => setDropping(false));
          }}
          onDiscard={() => {
            changing.current = true;
            setRound((before) => before + 1);
          }}
        />
      )}
      {question}
    </ManagedToolFrame>
  );
}

const ArchivedTool = ({ tool, page }: { tool: Tool; page: 'details' | 'preview' }) =>
  page === 'preview' ? <BuyerPreview tool={tool} title="As buyers saw it" /> : <ArchivedSheet tool={tool} />;

/** @param conflict after whose settling it was saved: what came before it stands in no `together` */
function savedWords(read: EditableTool, answer: SavedTool, conflict: Conflict | undefined): string {
  const { tool, change, together } = answer;
  const told = new Set([...together, ...(change ? [change] : [])].flatMap(({ fields }) => fields.map(fieldOf)));
  const before = TOOL_FIELDS.filter((field) => !told.has(field) && !isSameValue(tool[field], read[field]));
  const theirs = together.map(({ by, fields }) => ({ by, fields: fields.map(fieldOf) }));
  if (conflict && before.length > 0) theirs.push({ by: conflict.by, fields: before });
  if (theirs.length === 0) return 'Saved.';
  const words = theirs.map(({ by, fields }) => `${by}’s new ${fields.map(fieldWords).join(' and ')}`);
  return `Saved, together with ${words.join(', ')}.`;
}

const fieldOf = ({ field }: { field: ToolField }) => field;

const TOUCHES = ['keydown', 'pointerdown'] as const;

/**
 * Other admins who edit this tool, first come first; sends this one's heartbeat. Pauses in a hidden tab. Failed calls
 * are ignored: saving detects conflicts anyway.
 */
function useEditors(id: ToolId, editing: boolean): readonly ToolEditor[] {
  const [editors, setEditors] = useState<readonly ToolEditor[]>([]);
  useEffect(() => {
    if (!editing) return;
    const left = new AbortController();
    const { signal } = left;
    let [touchedAt, heardAt] = [Date.now(), Date.now()];
    const attended = () => isAttended({ hidden: document.hidden, touchedAt }, Date.now());

    async function beat() {
      if (attended()) {
        const answer = await api.call('noteEditor', { params: { id }, signal }).catch(() => undefined);
        if (signal.aborted) return;
        if (answer?.ok) {
          heardAt = Date.now();
          setEditors(answer.value.others);
        }
      }
      // An answer from a minute ago is outdated.
      if (heardAt <= goneSince(new Date()).getTime()) setEditors([]);
    }
    function touch() {
      const back = !attended();
      touchedAt = Date.now();
      if (back) void beat();
    }
    function look() {
      if (document.hidden) return;
      touchedAt = Date.now();
      void beat();
    }
    void beat();
    const timer = setInterval(beat, HEARTBEAT_MS);
    for (const name of TOUCHES) window.addEventListener(name, touch, { signal });
    document.addEventListener('visibilitychange', look, { signal });
    return () => {
      left.abort();
      clearInterval(timer);
      setEditors([]);
      if (currentSession().status === 'signed-in') void api.call('forgetEditor', { params: { id } });
    };
  }, [id, editing]);
  return editors;
}

function ArchivedSheet({ tool }: { tool: Tool }) {
  return (
    <dl className="sheet">
      <Line label="Price" is={formatDollars(tool.price)} />
      <Line label="Minimum order" is={formatCount(tool.min_quantity)} />
      <Line label="Stock" is={formatCount(tool.available_quantity)} />
    </dl>
  );
}
