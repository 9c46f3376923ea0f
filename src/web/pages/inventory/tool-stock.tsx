import { type ManagedTool, withStock } from '#model/catalogue/tool-edit.ts';
import type { StockMove } from '#model/inventory/stock-change.ts';
import { stockSaved } from '#texts/sold-ahead.ts';
import { loadManagedTool } from '#web/pages/catalogue/load-managed-tool.ts';
import { LoadedTool, ManagedToolFrame, ManagedToolSkeleton } from '#web/pages/catalogue/managed-tool-frame.tsx';
import { RestoreButton } from '#web/pages/catalogue/restore-button.tsx';
import type { DashboardHandle } from '#web/pages/kernel/dashboard-handle.ts';
import { useHeadingAfter } from '#web/pages/kernel/use-heading-after.ts';
import { useKept } from '#web/pages/kernel/use-kept.ts';
import { StockTally } from '#web/ui/inventory/stock-tally.tsx';
import { Button } from '#web/ui/kernel/button.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import type { Route } from './+types/tool-stock.ts';
import { StockFields } from './stock-fields.tsx';
import { StockHistory } from './stock-panel.tsx';
import { useChangeStock } from './use-change-stock.ts';
import { onShelf, useStockHistory } from './use-stock-history.ts';

export const handle: DashboardHandle = { under: ['/dashboard/manageTools'] };

export const clientLoader = (args: Route.ClientLoaderArgs) => loadManagedTool(args);
clientLoader.hydrate = true as const;

export const HydrateFallback = ManagedToolSkeleton;

export default function ToolStock({ loaderData }: Route.ComponentProps) {
  const { value, failure, waiting } = useKept(loaderData.managed);
  const its = value?.tool._id === loaderData.id.toLowerCase() ? value : undefined;
  return (
    <LoadedTool value={its} failure={failure} waiting={waiting}>
      {(managed) => <Stock key={managed.tool._id} managed={managed} />}
    </LoadedTool>
  );
}

/** What there is of a tool, how it came about, and the form that changes it. */
function Stock({ managed }: { managed: ManagedTool }) {
  const history = useStockHistory(managed.tool._id);
  const change = useChangeStock(managed.tool._id, history, (now) =>
    showToast({ tone: 'success', text: stockSaved(now, new Date()) }),
  );
  // A move that is undone has no button any more.
  const pressed = useHeadingAfter(history.known);
  function undo(move: StockMove) {
    pressed();
    void change.undo(move);
  }
  const { available_quantity: available, restock_at } = managed.tool;
  const now = change.now ?? { available, waiting: managed.sold_ahead, restock_at };
  const loads = history.known || !history.trouble;
  return (
    <ManagedToolFrame managed={withStock(managed, now)} page="stock">
      {loads && (
        <StockTally stock={history.known && { ...history.known, ...now }} sold={managed.archived_at === null} />
      )}
      <div className="desk2">
        <section className="ledger" aria-labelledby="ledger">
          <div className="ledger__head">
            <h2 className="h3" id="ledger">
              How it came about
            </h2>
            <span className="small muted">Newest first</span>
          </div>
          {loads && (
            <p className="ledger__cols" aria-hidden="true">
              <span>Move</span>
              <span>Pieces</span>
              <span>Then</span>
            </p>
          )}
          <StockHistory {...history} onUndo={managed.archived_at ? undefined : undo} undoing={change.undoing} />
        </section>
        {!managed.archived_at && (
          <form className="docket" method="post" noValidate aria-labelledby="change-stock" onSubmit={change.submit}>
            <div className="docket__head">
              <h2 className="h3" id="change-stock">
                Change stock
              </h2>
            </div>
            <div className="docket__body stock-form">
              <StockFields
                form={change.form}
                now={now}
                onShelf={history.known && onShelf(history.known)}
                restore={change.isArchived && <RestoreButton tool={managed.tool} onRestored={change.restored} />}
              />
              <Button type="submit" variant="ink" block loading={change.busy}>
                Save
              </Button>
            </div>
          </form>
        )}
      </div>
    </ManagedToolFrame>
  );
}
