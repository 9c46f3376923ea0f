import { type ReactNode, useState } from 'react';
import { href } from 'react-router';
import { itemNumber } from '#model/catalogue/item-number.ts';
import type { ManagedTool } from '#model/catalogue/tool-edit.ts';
import { failureText } from '#texts/failures.ts';
import { formatCount } from '#texts/format.ts';
import { awaitedOfArchived, undatedText } from '#texts/sold-ahead.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { pageHeading } from '#web/pages/kernel/page-heading.ts';
import { useHeadingAfter } from '#web/pages/kernel/use-heading-after.ts';
import { useReload } from '#web/pages/kernel/use-reload.ts';
import { EditorsLine, type ToolEditor } from '#web/ui/catalogue/editors-line.tsx';
import { shortName } from '#web/ui/catalogue/short-name.ts';
import { ToolFormSkeleton } from '#web/ui/catalogue/tool-form-skeleton.tsx';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { Loading } from '#web/ui/kernel/loading.tsx';
import { Day, ShortMoment } from '#web/ui/kernel/moment.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { ONE_PRESS } from '#web/ui/kernel/one-press.ts';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { RetryNotice } from '#web/ui/kernel/retry-notice.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { deleteTool, restoreTool, tellArchived } from './archive-tool.ts';

interface ManagedToolFrameProps {
  managed: ManagedTool;
  page: 'details' | 'stock' | 'history' | 'preview';
  /** The other admins who have the tool's edit pages open, on these pages. */
  editors?: readonly ToolEditor[];
  children: ReactNode;
}

/** The way back, the name of the tool, who saved it last, and its pages. */
export function ManagedToolFrame({ managed, page, editors, children }: ManagedToolFrameProps) {
  const { tool, changes, archived_at, sold_ahead } = managed;
  const at = { toolId: tool._id };
  const { restock_at } = tool;
  const undated = !archived_at && undatedText({ available: 0, waiting: sold_ahead, restock_at }, new Date());
  return (
    <>
      <BackToTools />
      <PageHead
        title={shortName(tool.name)}
        action={
          <div className="head-acts">
            <ArchiveButton managed={managed} />
          </div>
        }
      >
        <span className="id mr-2">{itemNumber(tool)}</span> <Since managed={managed} />
        {editors && <EditorsLine editors={editors} />}
      </PageHead>
      <nav className="tabs tabs--links" aria-label="Tool">
        <Link to={href('/dashboard/manageTools/:toolId', at)} aria-current={page === 'details' ? 'page' : undefined}>
          Details
        </Link>
        <Link
          to={href('/dashboard/manageTools/:toolId/stock', at)}
          aria-current={page === 'stock' ? 'page' : undefined}
        >
          Stock <span>{formatCount(tool.available_quantity - sold_ahead)}</span>
        </Link>
        <Link
          to={href('/dashboard/manageTools/:toolId/history', at)}
          aria-current={page === 'history' ? 'page' : undefined}
        >
          History <span>{formatCount(changes)}</span>
        </Link>
        <Link
          to={href('/dashboard/manageTools/:toolId/preview', at)}
          aria-current={page === 'preview' ? 'page' : undefined}
        >
          Preview
        </Link>
      </nav>
      {archived_at && (
        <Notice tone="warning" title="Archived." className="mb-8">
          Buyers do not find it, and order lists say “No longer sold”. Orders keep it with name, picture and price.
          {tool.sku !== null && ' Its item number stays taken.'}
          {sold_ahead > 0 && ` ${awaitedOfArchived(sold_ahead)}`}
        </Notice>
      )}
      {undated && (
        <Notice
          tone="warning"
          icon="clock"
          className="mb-8"
          action={
            page !== 'details' && (
              <ButtonLink size="sm" to={href('/dashboard/manageTools/:toolId', at)}>
                Enter its day
              </ButtonLink>
            )
          }
        >
          {undated}
        </Notice>
      )}
      {children}
    </>
  );
}

/** Since when it is sold or not, and who did that. */
function Since({ managed: { added, saved, archived_at, archived_by } }: { managed: ManagedTool }) {
  if (archived_at)
    return (
      <>
        Archived <ShortMoment iso={archived_at} />
        {archived_by && (
          <>
            , by <bdi>{archived_by}</bdi>
          </>
        )}
        .
      </>
    );
  return (
    <>
      On sale since <Day iso={added} />.
      {saved && (
        <>
          {' '}
          Last saved <ShortMoment iso={saved.at} />, by <bdi>{saved.by}</bdi>.
        </>
      )}
    </>
  );
}

function BackToTools() {
  return (
    <Link className="crumb" to={href('/dashboard/manageTools')}>
      <Icon name="left" small />
      Manage Tools
    </Link>
  );
}

interface LoadedToolProps<T> {
  /** As it came last; undefined while it is not here, or was of another tool. */
  value: T | undefined;
  /** Why the last load failed. */
  failure: ApiFailure | undefined;
  /** True while the next answer is on its way. */
  waiting: boolean;
  children: (value: T) => ReactNode;
}

/** A page about a tool, which stays with what is typed where it is loaded again in vain. */
export function LoadedTool<T>({ value, failure: last, waiting, children }: LoadedToolProps<T>) {
  // A 403 redirects to the login page.
  const failure = last?.status === 403 ? undefined : last;
  const reload = useReload();
  const again = useHeadingAfter(failure, () => void reload());
  if (value === undefined)
    return failure ? <ToolTrouble failure={failure} onRetry={again} retrying={waiting} /> : <ManagedToolSkeleton />;
  return (
    <>
      {failure && (
        <div className="mb-6">
          <RetryNotice problem={failureText(failure)} busy={waiting} onRetry={again} />
        </div>
      )}
      {children(value)}
    </>
  );
}

interface ToolTroubleProps {
  failure: ApiFailure;
  onRetry: () => void;
  retrying: boolean;
}

/** In place of a tool that did not come: it is not in the shop, or could not be asked for. */
function ToolTrouble({ failure, onRetry, retrying }: ToolTroubleProps) {
  // An address that names no tool is refused as such.
  const gone = failure.status === 404 || failure.status === 400;
  return (
    <>
      <BackToTools />
      <PageHead title={gone ? 'Tool not found' : 'Tool'} />
      {gone ? (
        <Empty
          title="This tool is not in the shop."
          action={
            <ButtonLink variant="ink" to={href('/dashboard/manageTools')}>
              Back to Manage Tools
            </ButtonLink>
          }
        >
          The address may be mistyped. Manage Tools has every tool that is on sale.
        </Empty>
      ) : (
        <Failure title="The tool did not load" detail={failureText(failure)} onRetry={onRetry} retrying={retrying} />
      )}
    </>
  );
}

/** The page while its tool loads: the same boxes. */
export function ManagedToolSkeleton() {
  return (
    <>
      <BackToTools />
      <PageHead title="Tool" action={<Skeleton className="sk--action" />}>
        <Skeleton className="h-5 w-60" />
      </PageHead>
      <Loading says="Loading the tool">
        <ToolFormSkeleton className="desk2 mt-16" />
      </Loading>
    </>
  );
}

function ArchiveButton({ managed: { tool, archived_at } }: { managed: ManagedTool }) {
  const reload = useReload();
  const [busy, setBusy] = useState(false);

  async function archive() {
    setBusy(true);
    const answer = await deleteTool(tool._id);
    if (answer.ok) {
      tellArchived(`${shortName(tool.name)} is archived.`, answer.value, () => void undo());
      await reload();
    } else if (answer.failure.status !== 403) showToast({ tone: 'danger', text: failureText(answer.failure) });
    setBusy(false);
  }
  async function restore() {
    setBusy(true);
    if (await restoreTool(tool)) await reload();
    setBusy(false);
  }
  async function undo() {
    await restore();
    // The toast with the pressed button is gone.
    pageHeading()?.focus();
  }
  return archived_at ? (
    <Button variant="ink" icon="undo" loading={busy} {...ONE_PRESS} onClick={() => void restore()}>
      Restore
    </Button>
  ) : (
    <Button icon="archive" loading={busy} {...ONE_PRESS} onClick={() => void archive()}>
      Archive
    </Button>
  );
}
