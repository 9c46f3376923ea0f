import { useState } from 'react';
import { href } from 'react-router';
import { failureText } from '#texts/failures.ts';
import { loadSession } from '#web/api/identity/session.ts';
import { useSession } from '#web/api/identity/use-session.ts';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import { Empty } from '#web/ui/kernel/empty.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { Loading } from '#web/ui/kernel/loading.tsx';
import { PageForNobodyElse } from '#web/ui/kernel/page-for-all.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { useNow } from '#web/ui/kernel/use-now.ts';
import { LinesHead } from '#web/ui/orders/lines-head.tsx';
import { manyPieces, manyTools } from '#web/ui/orders/list-counts.ts';
import { OrderLine, RemovedLine } from '#web/ui/orders/order-line.tsx';
import { OrderListSkeleton } from '#web/ui/orders/order-list-skeleton.tsx';
import orderListStyles from '../../styles/order-list.css?url';
import { admitCustomer } from '../identity/access.ts';
import type { Route } from './+types/order-list.ts';
import { useKeptList, useOwnListThere } from './kept-list.ts';
import { PurchasePlaced } from './list-dialogs.tsx';
import { ListDocket } from './list-docket.tsx';
import { ListNotices } from './list-notices.tsx';
import { useSaving } from './save-list.ts';
import { useInstead } from './use-instead.ts';
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
  const list = useOrderList(now.tools);
  const [placed, setPlaced] = useState<string>();
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const session = useSession();
  const customer = session.status === 'signed-in' && session.admin === false;
  const saving = useSaving();
  const there = useOwnListThere();
  // What this browser has is empty: another device may have filled the list since.
  const awaited = customer && (!there || (lines.length === 0 && !saving.read));
  const unknown = awaited || (now.missing && now.at === undefined);
  const failed = awaited ? saving.missing : unknown && now.failure;
  const loading = unknown && !failed;
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
                {customer && list.problems.size === 0 ? (
                  ', kept on every device where you log in'
                ) : (
                  <>. {!failed && <LastCheck at={now.at ?? Date.now()} />}</>
                )}
              </>
            )}
      </PageHead>
      {loading && (
        <Loading says="Checking prices and stock">
          <OrderListSkeleton />
        </Loading>
      )}
      {failed && (
        <Failure
          title="The order list could not be loaded. Your tools are kept."
          detail={failureText(failed)}
          onRetry={() => (awaited ? saving.retry() : void now.check())}
          retrying={awaited ? saving.trouble === 'retrying' : now.busy}
        />
      )}
      {!unknown && customer && <ListNotices saving={saving} />}
      {!unknown && <Lines list={list} now={now} onPlaced={setPlaced} />}
      <PurchasePlaced id={placed} onClose={() => setPlaced(undefined)} />
    </main>
  );
}

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

function Lines({ list, now: { tools, check }, onPlaced }: LinesProps) {
  const { lines, rows, problems, refusals } = list;
  const insteadOf = useInstead(lines.filter(({ tool }) => problems.get(tool)?.code === 'sold-out'));
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
                refusal={refusals.get(line.tool)}
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
      {lines.length > 0 && <ListDocket list={list} tools={tools} check={check} onPlaced={onPlaced} />}
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
          <ButtonLink to={href('/dashboard/myorders')}>My Orders</ButtonLink>
        </div>
      }
    >
      Add tools with the cart button on a card, paste a whole list into the order pad, or order again what you had
      before.
    </Empty>
  );
}
