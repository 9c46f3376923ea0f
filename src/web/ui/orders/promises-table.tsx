import type { ReactNode } from 'react';
import type { PromiseRow as PromiseInList } from '#model/orders/promise.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { formatDatedDay } from '#texts/format-time.ts';
import { Link } from '../kernel/link.tsx';
import { Loading } from '../kernel/loading.tsx';
import { Skeleton } from '../kernel/skeleton.tsx';
import { Status } from '../kernel/status.tsx';
import { Cell, Row, Table } from '../kernel/table.tsx';
import { documentDay, promiseStanding } from './promise-words.ts';

const COLUMNS = [
  { title: 'Number' },
  { title: 'Job' },
  { title: 'Tools', className: 'num' },
  { title: 'Total', className: 'num' },
  { title: 'Held until' },
  { title: 'State' },
  { title: 'Action', hidden: true },
];

export const PromisesTable = ({ busy = false, children }: { busy?: boolean; children: ReactNode }) => (
  <Table label="Price promises" className="t-promises" columns={COLUMNS} busy={busy}>
    {children}
  </Table>
);

export const promiseLinkId = (number: string): string => `promise-${number}`;

interface PromiseRowProps {
  promise: PromiseInList;
  to: string;
  action: ReactNode;
  /** Why the last press did nothing. */
  problem: string | undefined;
}

export function PromiseRow({ promise, to, action, problem }: PromiseRowProps) {
  const { number, job, tools, amount, createdAt, validUntil } = promise;
  const { mark, words } = promiseStanding(promise);
  return (
    <Row>
      <Cell className="c-name">
        <Link className="t-promises__no" id={promiseLinkId(number)} to={to}>
          {number}
        </Link>
        <span className="sub">{formatDatedDay(createdAt)}</span>
      </Cell>
      <Cell label="Job" className="c-job">
        {job ? <bdi>{job}</bdi> : null}
      </Cell>
      <Cell label="Tools" className="num">
        {formatCount(tools)}
      </Cell>
      <Cell label="Total" className="num">
        <b className="money">{formatDollars(amount)}</b>
      </Cell>
      <Cell label="Held until" className="nowrap">
        {documentDay(validUntil)}
      </Cell>
      <Cell label="State">
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

const ROWS = [1, 2, 3];

export const PromisesSkeleton = () => (
  <Loading says="Loading your price promises">
    <PromisesTable busy>
      {ROWS.map((row) => (
        <Row key={row}>
          <Cell className="c-name">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="mt-2 h-4 w-24" />
          </Cell>
          <Cell>
            <Skeleton className="w-24" />
          </Cell>
          <Cell className="num">
            <Skeleton className="ml-auto w-10" />
          </Cell>
          <Cell className="num">
            <Skeleton className="ml-auto w-16" />
          </Cell>
          <Cell>
            <Skeleton className="w-16" />
          </Cell>
          <Cell>
            <Skeleton className="w-24" />
          </Cell>
          <Cell className="act">
            <Skeleton className="h-7 w-28" />
          </Cell>
        </Row>
      ))}
    </PromisesTable>
  </Loading>
);
