import { type ReactNode, useState } from 'react';
import { href, useNavigate } from 'react-router';
import type { SignedIn } from '#model/identity/person.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { Page } from '#model/kernel/page.ts';
import { PROMISE_DAYS, type PromiseNumber, type PromiseRow } from '#model/orders/promise.ts';
import { failureText } from '#texts/failures.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { formatDatedDay } from '#texts/format-time.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { admitCustomer } from '#web/pages/identity/access.ts';
import { AdminListPage } from '#web/pages/kernel/admin-list-page.tsx';
import { type ListKind, useList } from '#web/pages/kernel/use-list.ts';
import promiseStyles from '#web/styles/promises.css?url';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { Loading } from '#web/ui/kernel/loading.tsx';
import { More } from '#web/ui/kernel/more.tsx';
import { RowHead } from '#web/ui/kernel/row-head.tsx';
import { SkeletonRows } from '#web/ui/kernel/skeleton.tsx';
import { Status } from '#web/ui/kernel/status.tsx';
import { Cell, Row, type RowsProps, Table } from '#web/ui/kernel/table.tsx';
import { documentDay, promiseStanding } from '#web/ui/orders/promise-words.ts';
import { promisePage } from '#web/ui/orders/purchase-link.ts';
import type { Route } from './+types/promises.ts';
import { renewPromise } from './make-promise.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: promiseStyles }];

interface Promises extends Page<PromiseRow> {
  readonly user: SignedIn;
}
type Loaded = Outcome<Promises, ApiFailure>;

/** Answers at once; the promises follow, so that the page shows its own skeleton meanwhile. */
export async function clientLoader(): Promise<{ promises: Promise<Loaded> }> {
  const admission = await admitCustomer();
  return { promises: admission.ok ? load(admission.value.user) : Promise.resolve(failure(admission.failure)) };
}
clientLoader.hydrate = true as const;

async function load(user: SignedIn, after?: string): Promise<Loaded> {
  const answer = await api.call('listPromises', { query: { after } });
  return answer.ok ? success({ ...answer.value, user }) : answer;
}

const KIND: ListKind<Promises> = {
  key: ({ number }) => number,
  load: ({ user, next }) => load(user, next),
  focus: ({ number }) => promiseLinkId(number),
};

const TITLE = 'Price Promises';

export function HydrateFallback() {
  return (
    <AdminListPage title={TITLE} intro="Prices held for you, newest first">
      <PromisesSkeleton />
    </AdminListPage>
  );
}

export default function PromisesPage({ loaderData }: Route.ComponentProps) {
  const promises = useList(loaderData.promises, KIND);
  const { list } = promises;
  const holding = useHoldAgain(list?.user);
  if (!list && !promises.failure) return <HydrateFallback />;
  const rows = list?.rows ?? [];
  return (
    <AdminListPage
      title={TITLE}
      intro={rows.length > 0 && 'Prices held for you, newest first'}
      list={promises}
      failed="Your price promises did not load"
      shown={rows.length}
      nothing={
        list && {
          title: 'No price promises yet',
          text: (
            <>
              Press Hold these prices in your order list. The prices of today then hold for {PROMISE_DAYS}&nbsp;days,
              and whoever approves can pay by a link.
            </>
          ),
          action: (
            <ButtonLink variant="ink" to={href('/order-list')}>
              Go to order list
            </ButtonLink>
          ),
        }
      }
      below={
        list?.next && (
          <More
            role="status"
            busy={promises.busy}
            problem={promises.problem}
            onMore={() => void promises.follow()}
          >{`${rows.length} price promises shown`}</More>
        )
      }
    >
      <PromisesTable>
        {rows.map((row) => (
          <PromiseLine
            key={row.number}
            promise={row}
            to={promisePage(row.number)}
            problem={holding.problem?.of === row.number ? holding.problem.text : undefined}
            action={
              row.state === 'expired' ? (
                <Button
                  size="sm"
                  loading={holding.busy === row.number}
                  aria-label={`Hold today's prices: ${row.number}`}
                  onClick={() => void holding.hold(row.number)}
                >
                  Hold today's prices
                </Button>
              ) : (
                <ButtonLink size="sm" to={promisePage(row.number)} aria-label={`Open ${row.number}`}>
                  Open
                </ButtonLink>
              )
            }
          />
        ))}
      </PromisesTable>
    </AdminListPage>
  );
}

/** Makes a new promise of what an expired one has. */
function useHoldAgain(user: SignedIn | undefined) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState<PromiseNumber>();
  const [problem, setProblem] = useState<{ of: PromiseNumber; text: string }>();
  return {
    busy,
    problem,
    async hold(number: PromiseNumber) {
      if (busy || !user) return;
      setBusy(number);
      setProblem(undefined);
      const old = await api.call('getPromise', { params: { number } });
      const made = old.ok ? await renewPromise(user.uid, old.value) : old;
      // Busy until the page is left: the next press would make another one.
      if (made.ok) return navigate(promisePage(made.value));
      setBusy(undefined);
      setProblem({ of: number, text: failureText(made.failure) });
    },
  };
}

const COLUMNS = [
  { title: 'Number' },
  { title: 'Job' },
  { title: 'Tools', className: 'num' },
  { title: 'Total', className: 'num' },
  { title: 'Held until' },
  { title: 'State' },
  { title: 'Action', hidden: true },
];

const PromisesTable = (props: RowsProps) => (
  <Table label="Price promises" className="t-promises" columns={COLUMNS} {...props} />
);

const promiseLinkId = (number: string): string => `promise-${number}`;

interface PromiseLineProps {
  promise: PromiseRow;
  to: string;
  action: ReactNode;
  /** Why the last press did nothing. */
  problem: string | undefined;
}

function PromiseLine({ promise, to, action, problem }: PromiseLineProps) {
  const { number, job, tools, amount, createdAt, validUntil } = promise;
  const { mark, words } = promiseStanding(promise);
  return (
    <Row>
      <RowHead>
        <Link className="t-promises__no" id={promiseLinkId(number)} to={to}>
          {number}
        </Link>
        <span className="sub">{formatDatedDay(createdAt)}</span>
      </RowHead>
      <Cell label="Job" className="c-job">
        {job ? <bdi>{job}</bdi> : null}
      </Cell>
      <Cell className="num" label="Tools">
        {formatCount(tools)}
      </Cell>
      <Cell label="Total" className="num">
        <b className="money">{formatDollars(amount)}</b>
      </Cell>
      <Cell label="Held until" className="nowrap">
        {documentDay(validUntil)}
      </Cell>
      <Cell label="State" className="c-state">
        <Status mark={mark}>{words}</Status>
      </Cell>
      <Cell className="act">
        {action}
        {problem && (
          <p className="err" role="alert">
            {problem}
          </p>
        )}
      </Cell>
    </Row>
  );
}

const PromisesSkeleton = () => (
  <Loading says="Loading your price promises">
    <PromisesTable busy>
      <SkeletonRows
        rows={3}
        cells={[
          ['c-name', 'h-4 w-20', 'mt-2 h-4 w-24'],
          ['', 'w-24'],
          ['num', 'ml-auto w-10'],
          ['num', 'ml-auto w-16'],
          ['', 'w-16'],
          ['', 'w-24'],
          ['act', 'h-7 w-28'],
        ]}
      />
    </PromisesTable>
  </Loading>
);
