import type { ReactNode } from 'react';
import type { OrderCase } from '#model/orders/decision.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { Day, Moment } from '../kernel/moment.tsx';
import { Skeleton } from '../kernel/skeleton.tsx';
import { detailsOf, sentenceOf } from '../people/audit-words.ts';
import { manyOrders } from './list-counts.ts';

type Payment = OrderCase['payments'][number];
type Line = OrderCase['lines'][number];

export function CaseFacts({ known: { order, lines, payments } }: { known: OrderCase }) {
  return (
    <dl className="sheet case">
      <Fact name="Customer">
        <bdi>{order.name}</bdi>
        <span className="sub">{order.email}</span>
      </Fact>
      <Fact name="Order">
        {formatCount(order.quantity)} × <bdi>{order.tools_name}</bdi>
        <span className="sub">{formatDollars(order.amount)} in all</span>
        {order.purchase && (
          <span className="sub">
            of purchase {order.purchase.number}, {manyOrders(order.purchase.lines)},{' '}
            {formatDollars(order.purchase.amount)}
          </span>
        )}
      </Fact>
      <Fact name="Pieces">
        {lines.map((line) => (
          <span key={line.id} className={lines.length > 1 ? 'sub' : undefined}>
            {lines.length > 1 && (
              <>
                <bdi>{line.name}</bdi>:{' '}
              </>
            )}
            {piecesOf(line)}
          </span>
        ))}
      </Fact>
      {payments.map((payment, at) => (
        <Fact key={payment.at} name={payments.length > 1 ? `Payment ${at + 1}` : 'Payment'}>
          {formatDollars(payment.amount)}, {STATES[payment.state]}
          <span className="sub">
            <Transaction {...payment} />
          </span>
          {payment.left < payment.amount && payment.left > 0 && (
            <span className="sub">{formatDollars(payment.left)} of it has not gone back</span>
          )}
          {payment.refund && <span className="sub">{refundOf(payment.refund)}</span>}
        </Fact>
      ))}
      {payments.length === 0 && <Fact name="Payment">None was begun</Fact>}
    </dl>
  );
}

export function CaseHistory({ history }: Pick<OrderCase, 'history'>) {
  return (
    <ol className="moves case__history">
      {history.map(({ at, action, by, details }) => (
        <li key={`${at} ${action}`}>
          <div>
            <b>{sentenceOf(action)}</b>
            {detailsOf(details).map(({ word, value }) => (
              <span key={word}>
                {word} <bdi>{value}</bdi>
              </span>
            ))}
            <span className="moves__at">
              <Moment iso={at} />
              {by && (
                <>
                  , <bdi>{by}</bdi>
                </>
              )}
            </span>
          </div>
        </li>
      ))}
    </ol>
  );
}

export function CaseSkeleton() {
  return (
    <div className="late" aria-busy="true">
      <Skeleton className="h-10" />
      <Skeleton className="mt-3 h-10" />
      <Skeleton className="mt-3 h-10" />
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const STATES: Record<Payment['state'], string> = {
  creating: 'being opened',
  capturing: 'being taken',
  open: 'not paid',
  succeeded: 'paid',
  cancelled: 'not used',
  refunded: 'given back',
};

function piecesOf({ held, shipped, shippedAt }: Line): ReactNode {
  if (shippedAt)
    return (
      <>
        {formatCount(shipped)} shipped on <Day iso={shippedAt} />
      </>
    );
  const left = shipped > 0 && `${formatCount(shipped)} shipped`;
  const here = held > shipped && `${formatCount(held - shipped)} held for it, in the shop`;
  return [left, here].filter(Boolean).join(', ') || 'None are held for it';
}

function Transaction({ transactionId, link }: Payment) {
  if (!transactionId) return 'The provider has not named it';
  if (!link) return <span className="id">{transactionId}</span>;
  return (
    <a className="link id" href={link} target="_blank" rel="noreferrer">
      {transactionId}
      <span className="sr"> at the provider, in a new tab</span>
    </a>
  );
}

const refundOf = ({ amount, done, tries, problem }: NonNullable<Payment['refund']>): string => {
  const money = formatDollars(amount);
  if (done) return `The provider took the refund of ${money}.`;
  if (tries === 0) return `A refund of ${money} is about to be sent.`;
  return `A refund of ${money} was tried ${formatCount(tries)} ${tries === 1 ? 'time' : 'times'}: ${problem ?? 'no answer yet'}.`;
};
