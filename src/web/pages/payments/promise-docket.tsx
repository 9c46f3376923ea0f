import { type RefObject, useState } from 'react';
import { paperFile } from '#model/content/paper.ts';
import { PDF } from '#model/kernel/media-types.ts';
import { type LinkedPromise, linkedPdf } from '#model/orders/promise.ts';
import { formatDollars } from '#texts/format.ts';
import { formatDatedDay } from '#texts/format-time.ts';
import { shipsRow } from '#texts/shipping.ts';
import { CopyButton } from '#web/ui/kernel/copy-button.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Line } from '#web/ui/kernel/line.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { AskFor, Docket } from '#web/ui/orders/docket.tsx';
import { isRefunded, todaysPrice } from '#web/ui/orders/promise-words.ts';
import type { CardConfig } from './card-panel.tsx';
import { PayPromise } from './pay-promise.tsx';
import { readPending } from './pending-payment.ts';
import { Deductions } from './promise-sums.tsx';
import { useFocusOnChange } from './use-focus-on-change.ts';
import { useWritten } from './use-invoice.ts';
import { look } from './use-promise-payment.ts';

interface PromiseDocketProps {
  promise: LinkedPromise;
  token: string;
  config: CardConfig;
  /** Loads it again; undefined where that fails. */
  reload: () => Promise<LinkedPromise | undefined>;
}

/** What can be done with the promise, or what has become of it. */
export function PromiseDocket(props: PromiseDocketProps) {
  const { promise } = props;
  // A payment that was begun before its end may still be taken.
  const begun = readPending(promise.number) !== undefined;
  // Stays while it is paid, to say what became of the payment.
  const [payable] = useState(promise.state === 'valid' || promise.state === 'ordered' || begun);
  const [tried, setTried] = useState(begun);
  const ended = begun ? undefined : ENDED[promise.state];
  const place = useFocusOnChange(ended);
  if (ended) return <Ended title={ended} {...{ promise, place, tried }} />;
  if (payable)
    return (
      <PayPromise {...props} onTry={() => setTried(true)} receipt={(mine) => <Receipt {...props} mine={mine} />} />
    );
  return (
    <Docket title={isRefunded(promise) ? 'Refunded' : 'Already paid'} beside={promise.paid?.number}>
      <Receipt {...props} mine={false} />
    </Docket>
  );
}

const ENDED: { readonly [S in LinkedPromise['state']]?: string } = {
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  cancelled: 'Cancelled',
  closed: 'Link closed',
};

interface EndedProps {
  title: string;
  promise: LinkedPromise;
  /** Takes the focus when it comes in the place of another. */
  place: RefObject<HTMLDivElement | null>;
  /** Whether this page was to pay it. */
  tried: boolean;
}

function Ended({ title, promise, place, tried }: EndedProps) {
  const { number, name, state, validUntil } = promise;
  const expired = state === 'expired';
  return (
    <Docket ref={place} title={title} beside={number}>
      {tried && (
        <Notice tone="warning" role="alert">
          Nothing was charged.
        </Notice>
      )}
      {state === 'withdrawn' && (
        <p>
          <bdi>{name}</bdi> has withdrawn this promise.
        </p>
      )}
      {state === 'cancelled' && <p>Its order was cancelled.</p>}
      {state === 'closed' && <p>Nothing can be paid by this link any more.</p>}
      {expired && (
        <>
          <p>
            These prices were held until {formatDatedDay(validUntil)}. {todaysPrice(promise)}
          </p>
          <p className="soft small">
            <bdi>{name}</bdi> can hold today's prices with one press. You get a new link.
          </p>
        </>
      )}
      <AskFor name={name} subject={expired ? `New prices for ${number}` : `Price promise ${number}`}>
        {expired ? 'for new prices' : 'about it'}
      </AskFor>
    </Docket>
  );
}

function Receipt({ promise, token, mine }: Pick<PromiseDocketProps, 'promise' | 'token'> & { mine: boolean }) {
  const { paid } = promise;
  if (!paid) return null;
  const { amount, discount, approvedBy, paidAt, transactionId, refunded, lower = [] } = paid;
  // A machine of the release before does not say it.
  const { ships = [] }: Partial<typeof paid> = paid;
  const allBack = isRefunded(promise);
  const less = lower.reduce((sum, line) => sum + line.less, 0);
  return (
    <>
      {allBack ? (
        <p>The whole amount, {formatDollars(amount)}, went back the way it was paid. Nothing more is sent.</p>
      ) : (
        <p className="paid__t">
          <Icon name="check" />
          <span>
            {mine && 'Congrats! Your payment '}
            {formatDollars(amount)} is paid.
          </span>
        </p>
      )}
      <dl className="lines">
        {approvedBy && <Line label="Approved by" is={<bdi>{approvedBy}</bdi>} />}
        <Deductions promised={promise.amount} asked={{ price: amount + discount, discount, less }} />
        <Line label="Paid" is={formatDatedDay(paidAt)} />
        <div>
          <dt>Transaction id</dt>
          <dd className="copyable">
            <span className="id id--ink">{transactionId}</span>
            <CopyButton text={transactionId} what="transaction id" />
          </dd>
        </div>
        {refunded > 0 && <Line label="Refunded" is={formatDollars(-refunded)} deduction />}
        {!allBack && ships.length > 0 && <Line {...shipsRow(ships, formatDatedDay)} />}
      </dl>
      <Invoice written={paid.invoice} token={token} />
    </>
  );
}

/** Written in the background, a moment after the payment. */
function Invoice({ written, token }: { written: string | null; token: string }) {
  const number = useWritten(written, token, lookAtPromise);
  if (!number)
    return (
      <p className="soft" role="status">
        The invoice is here in a moment.
      </p>
    );
  const file = paperFile({ title: 'Invoice', number });
  return (
    <a className="btn btn--block" href={linkedPdf(token, 'invoice')} download={file} type={PDF}>
      <span className="btn__label">
        <Icon name="download" />
        Invoice, PDF
      </span>
    </a>
  );
}

async function lookAtPromise(token: string): Promise<string | null> {
  const seen = await look(token);
  return seen.ok ? seen.value.invoice : null;
}
