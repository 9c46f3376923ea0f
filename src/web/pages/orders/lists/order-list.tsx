import { useState } from 'react';
import { href } from 'react-router';
import type { Tool } from '#model/catalogue/tool.ts';
import { type ListLine, lineOf } from '#model/orders/order-list.ts';
import { failureText } from '#texts/failures.ts';
import { manyPieces } from '#texts/format.ts';
import { loadSession } from '#web/api/identity/session.ts';
import { useSession } from '#web/api/identity/use-session.ts';
import { admitCustomer } from '#web/pages/identity/access.ts';
import { comeBackAfterLogin } from '#web/pages/identity/after-login.ts';
import { pageHeading } from '#web/pages/kernel/page-heading.ts';
import { useHeadingAfter } from '#web/pages/kernel/use-heading-after.ts';
import { useThere } from '#web/pages/kernel/use-there.ts';
import orderListStyles from '#web/styles/order-list.css?url';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { Loading } from '#web/ui/kernel/loading.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { PageForNobodyElse } from '#web/ui/kernel/page-for-all.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { useNow } from '#web/ui/kernel/use-now.ts';
import { manyTools } from '#web/ui/orders/list-counts.ts';
import { LinesHead, OrderLine, RemovedLine } from '#web/ui/orders/order-line.tsx';
import type { Route } from './+types/order-list.ts';
import { useKeptList, useOwnListThere } from './kept-list.ts';
import { PurchasePlaced } from './list-dialogs.tsx';
import { ListDocket } from './list-docket.tsx';
import { useSaving } from './save-list.ts';
import { useAlternatives } from './use-alternatives.ts';
import { type OrderList, useOrderList } from './use-order-list.ts';
import { useToolsNow } from './use-tools-now.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: orderListStyles }];

/** Everybody may fill the list; admins are redirected as from the pages of customers. */
export async function clientLoader() {
  const session = await loadSession();
  if (session.status === 'signed-in') await admitCustomer();
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <main id="main" className="wrap order-list">
      <PageForNobodyElse />
      <PageHead title="Order list">Checking prices and stock</PageHead>
      <OrderListSkeleton />
    </main>
  );
}

export default function OrderListPage() {
  const lines = useKeptList();
  const now = useToolsNow(lines.map(({ tool }) => tool));
  const [placed, setPlaced] = useState<string>();
  const shown = useThere();
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const session = useSession();
  const customer = session.status === 'signed-in' && session.admin === false;
  const saving = useSaving();
  const list = useOrderList(now.tools, saving.elsewhere);
  const there = useOwnListThere();
  // What this browser has is empty: another device may have filled the list since.
  const awaited = customer && (!there || (lines.length + list.rows.length === 0 && !saving.read));
  const unknown = awaited || (now.missing && now.at === undefined);
  const failed = awaited ? saving.missing : now.missing && now.failure;
  const loading = unknown && !failed;
  const again = useHeadingAfter(failed, () => (awaited ? saving.retry() : void now.check()));
  function tellPlaced(id: string) {
    if (shown.current) setPlaced(id);
    else showToast({ tone: 'success', text: 'Successfully added to order' });
  }
  return (
    <main id="main" className="wrap order-list">
      <PageForNobodyElse />
      <PageHead
        title="Order list"
        action={
          lines.length > 0 && (
            <ButtonLink icon="pad" to={href('/order-pad')}>
              Order pad
            </ButtonLink>
          )
        }
      >
        {loading
          ? 'Checking prices and stock'
          : lines.length > 0 && (
              <>
                {manyTools(lines.length)}, {manyPieces(pieces)}
                {customer && !saving.trouble && list.problems.size === 0 ? (
                  ', kept on every device where you log in'
                ) : (
                  <>. {!failed && <LastCheck at={now.at ?? Date.now()} />}</>
                )}
              </>
            )}
      </PageHead>
      {session.status === 'signed-out' && session.ended && <SignedOut />}
      {loading && (
        <Loading says="Checking prices and stock">
          <OrderListSkeleton />
        </Loading>
      )}
      {failed && (
        <Failure
          title="The order list could not be loaded. Your tools are kept."
          detail={failureText(failed)}
          onRetry={again}
          retrying={awaited ? saving.trouble === 'retrying' : now.busy}
        />
      )}
      {!unknown && customer && <ListNotices saving={saving} />}
      {!unknown && <Lines list={list} now={now} onPlaced={tellPlaced} />}
      <PurchasePlaced id={placed} onClose={() => setPlaced(undefined)} />
    </main>
  );
}

/** The list on the page is another one since. */
const SignedOut = () => (
  <Notice
    tone="warning"
    icon="lock"
    role="alert"
    title="You are logged out."
    action={
      <ButtonLink size="sm" to={href('/login')} onClick={() => comeBackAfterLogin(href('/order-list'))}>
        Login
      </ButtonLink>
    }
  >
    Your list is kept with your account, and My Orders shows whether something was ordered. Log in again to go on.
  </Notice>
);

function LastCheck({ at }: { at: number }) {
  const minutes = Math.floor((useNow() - at) / 60_000);
  if (minutes < 1) return 'Prices and stock checked just now.';
  return `Prices and stock checked ${minutes === 1 ? 'a minute' : `${minutes} minutes`} ago.`;
}

interface LinesProps {
  list: OrderList;
  now: ReturnType<typeof useToolsNow>;
  onPlaced: (id: string) => void;
}

function Lines({ list, now: { tools, missing, check }, onPlaced }: LinesProps) {
  const { lines, rows, problems, refusals } = list;
  const soldOut = lines.filter(({ tool }) => problems.get(tool)?.code === 'sold-out');
  const alternativesOf = useAlternatives(soldOut);
  /** The nearest to the tool of a line that has all the pieces now, and is in no line. */
  const insteadOf = (line: ListLine): Tool | undefined => alternativesOf(line).find(({ _id }) => !lineOf(lines, _id));
  if (rows.length === 0) return <NoLines />;
  return (
    <div className="work">
      <section aria-label="Tools in your order list">
        <LinesHead />
        <ul className="olines">
          {rows.map(({ line, removed }) => {
            const tool = tools.get(line.tool) ?? null;
            return removed ? (
              <RemovedLine key={line.tool} line={line} image={tool?.image} onUndo={() => list.restore(line)} />
            ) : (
              <OrderLine
                key={line.tool}
                line={line}
                tool={tool}
                to={href('/purchase/:toolId', { toolId: line.tool })}
                problem={problems.get(line.tool)}
                instead={insteadOf(line)}
                refusal={refusals.get(line.tool)?.text}
                onQuantity={(quantity) => tool && list.setQuantity(tool, quantity)}
                onRemove={() => list.remove(line)}
                onFix={(fix) => list.fix(line, tool, fix)}
                onSwap={(instead) => list.swap(line, instead)}
              />
            );
          })}
        </ul>
        <div className="under">
          <Link className="link under__add" to={`${href('/')}#tools`}>
            <Icon name="plus" small />
            Add more tools
          </Link>
          {list.emptied ? (
            <button type="button" className="textbtn" onClick={() => list.emptied && list.takeBack(list.emptied)}>
              Undo all
            </button>
          ) : (
            lines.length > 0 && (
              <button type="button" className="textbtn" onClick={list.empty}>
                Empty the list
              </button>
            )
          )}
        </div>
      </section>
      {lines.length > 0 && (
        <ListDocket list={list} tools={tools} incomplete={missing} check={check} onPlaced={onPlaced} />
      )}
    </div>
  );
}

function NoLines() {
  return (
    <Empty
      title="Your order list is empty"
      action={
        <div className="btns">
          <ButtonLink variant="ink" icon="pad" to={href('/order-pad')}>
            Open the order pad
          </ButtonLink>
          <ButtonLink to={`${href('/')}#tools`}>See all tools</ButtonLink>
          <ButtonLink to={href('/dashboard/lists')}>Saved lists</ButtonLink>
        </div>
      }
    >
      Add tools with the cart button on a card, paste a whole list into the order pad, or order again what you had
      before.
    </Empty>
  );
}

/** What somebody should know of the list beside its lines. */
function ListNotices({ saving }: { saving: ReturnType<typeof useSaving> }) {
  const { elsewhere, trouble, showElsewhere, retry } = saving;
  const again = useHeadingAfter(trouble, retry);
  return (
    <div className="order-list__news" role="status">
      {elsewhere && (
        <Notice
          className="notice--line"
          action={
            <span className="notice__acts">
              <Button
                size="sm"
                onClick={() => {
                  // The button goes.
                  pageHeading()?.focus();
                  showElsewhere();
                }}
              >
                Show it
              </Button>
            </span>
          }
        >
          This list was changed on another device.
        </Notice>
      )}
      {trouble && (
        <Notice
          tone="warning"
          className="notice--line"
          action={
            trouble === 'failed' && (
              <span className="notice__acts">
                <Button size="sm" onClick={again}>
                  Try again
                </Button>
              </span>
            )
          }
        >
          {trouble === 'failed' ? 'Not saved.' : 'Not saved. Trying again.'}
        </Notice>
      )}
    </div>
  );
}

const PLACES = ['one', 'two', 'three', 'four', 'five'];

function OrderListSkeleton() {
  return (
    <div className="work" aria-busy="true">
      <section aria-label="Tools in your order list">
        <LinesHead />
        <ul className="olines">
          {PLACES.map((place) => (
            <li key={place} className="oline">
              <Skeleton className="thumb" />
              <span className="oline__id">
                <Skeleton className="w-64 max-w-full h-4" />
                <Skeleton className="w-24 h-3 mt-2" />
              </span>
              <Skeleton className="oline__qty h-11" />
              <Skeleton className="oline__each h-4" />
              <Skeleton className="oline__sum h-4" />
            </li>
          ))}
        </ul>
      </section>
      <div className="docket">
        <div className="docket__head">
          <Skeleton className="w-44 h-4" />
        </div>
        <div className="docket__body list-docket__sk">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
          <Skeleton className="h-9" />
          <Skeleton />
        </div>
      </div>
    </div>
  );
}
