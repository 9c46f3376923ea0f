import { useState } from 'react';
import { href } from 'react-router';
import type { SignedIn } from '#model/identity/person.ts';
import type { PricePromise, PromisePaper, PromiseWay, WayToPay } from '#model/orders/promise.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { formatDatedDay } from '#texts/format-time.ts';
import { promisedUntilText } from '#texts/promised-until.ts';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { keepUnits } from '#web/ui/kernel/keep-units.ts';
import { Line } from '#web/ui/kernel/line.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { Part } from '#web/ui/kernel/part.tsx';
import { Status } from '#web/ui/kernel/status.tsx';
import { useNow } from '#web/ui/kernel/use-now.ts';
import { manyTools } from '#web/ui/orders/list-counts.ts';
import { OrderPicture } from '#web/ui/orders/order-picture.tsx';
import { PromiseWays } from '#web/ui/orders/promise-ways.tsx';
import {
  documentDay,
  lineMark,
  lowerToday,
  noneHere,
  promiseStanding,
  runShort,
  todaysPrice,
} from '#web/ui/orders/promise-words.ts';
import { purchasePage } from '#web/ui/orders/purchase-link.ts';
import { LinkPart, PdfLink } from './promise-link-part.tsx';
import { recallLink } from './promise-link-tokens.ts';
import { type PromiseActs, usePromiseActs } from './use-promise-acts.ts';

/** A price promise for the customer who made it: to send, to order, to take back. */
export function OwnPromise({ promise, user }: { promise: PricePromise; user: SignedIn }) {
  const { number, state, lines, amount, createdAt, validUntil, note } = promise;
  const [made, setMade] = useState<string>();
  const token = made ?? (promise.hasLink ? recallLink(number) : undefined);
  const acts = usePromiseActs(promise, user);
  const { mark, words } = promiseStanding({ state, paidAt: promise.paid?.paidAt ?? null });
  const now = useNow();
  const sendable = (state === 'valid' || state === 'ordered') && now <= Date.parse(validUntil);
  return (
    <>
      <Link className="back" to={href('/dashboard/promises')}>
        <Icon name="left" small />
        Price Promises
      </Link>
      <PageHead title={`Price promise ${number}`} action={<Status mark={mark}>{words}</Status>}>
        Made on {formatDatedDay(createdAt)}. Prices held until {promisedUntilText(validUntil)}.
      </PageHead>
      <FormProblem>{acts.problem}</FormProblem>
      <div className="cols">
        <Part
          id="lines"
          title={`${manyTools(lines.length)}, ${formatDollars(amount)}`}
          beside={
            token && (
              // A page of its own, whose address nobody is told.
              <a className="link" href={`/promise/${token}`} target="_blank" rel="noreferrer">
                See it as they see it
              </a>
            )
          }
        >
          <PromiseLines promise={promise} />
          {note && (
            <p className="promise__note">
              <span className="muted small">Your note</span>
              <bdi>{note}</bdi>
            </p>
          )}
        </Part>
        <div>
          {sendable && <LinkPart key={number} promise={promise} token={token} onToken={setMade} />}
          {state === 'valid' && <DoItYourself promise={promise} acts={acts} />}
          {state === 'ordered' && <Ordered promise={promise} acts={acts} sendable={sendable} />}
          {state === 'paid' && <PaidPart promise={promise} acts={acts} />}
          {state === 'expired' && <ExpiredPart promise={promise} acts={acts} />}
          {(state === 'withdrawn' || state === 'cancelled') && (
            <Part id="over" title={words}>
              <p>
                {state === 'cancelled' ? 'Its order was cancelled.' : 'You have withdrawn this promise.'} Its link says
                so and cannot be paid.
              </p>
              <div className="btns send__ways">
                <PutBack acts={acts} />
                <PdfLink promise={promise} />
              </div>
            </Part>
          )}
        </div>
      </div>
      <QuestionDialog
        open={acts.withdrawing}
        onOpenChange={acts.askToWithdraw}
        title={`Withdraw ${number}?`}
        confirmLabel="Withdraw"
        cancelLabel="Keep it"
        destructive
        busy={acts.busy === 'withdraw'}
        finalFocus={acts.focusAfterWithdrawing}
        onConfirm={() => void acts.withdraw()}
      >
        Its link then says that you have withdrawn it, and cannot be paid. This cannot be taken back.
      </QuestionDialog>
    </>
  );
}

interface ActsProps {
  promise: PricePromise;
  acts: PromiseActs;
}

const PutBack = ({ acts }: { acts: PromiseActs }) => <Button onClick={acts.putBack}>Put back into order list</Button>;

function DoItYourself({ promise, acts }: ActsProps) {
  const { ways } = promise;
  const [chosen, choose] = useState<PromiseWay>();
  const whole = ways.find(({ way }) => way === 'all');
  const way: WayToPay | undefined = whole ?? ways.find((it) => it.way === chosen);
  // Elsewhere it stands at what is chosen.
  const lower = lowerToday(promise, whole);
  return (
    <Part id="yourself" title="Or do it yourself">
      {!whole && <p className="soft promise__head">{shortText(promise)}</p>}
      {!whole && ways.length > 0 && <PromiseWays promise={promise} chosen={chosen} onChoose={choose} />}
      <Cheaper way={way} lower={lower} />
      <div className="btns">
        {ways.length > 0 && (
          <Button
            variant="primary"
            disabled={!way}
            loading={acts.busy === 'order'}
            onClick={() => way && void acts.order(way)}
          >
            Order and pay {way && formatDollars(way.amount)}
          </Button>
        )}
        <PutBack acts={acts} />
        <Button variant="danger" onClick={() => acts.askToWithdraw(true)}>
          Withdraw
        </Button>
      </div>
      <p className="small muted">After withdrawing, the link says so and cannot be paid.</p>
    </Part>
  );
}

/** Why it is less than was promised. */
function Cheaper({ way, lower }: { way: WayToPay | undefined; lower: string | undefined }) {
  if (!way || (!lower && way.discount === 0)) return null;
  return (
    <p className="soft promise__head">
      {lower} {way.discount > 0 && `Your first order is ${formatDollars(way.discount)} cheaper.`}
    </p>
  );
}

const shortText = (promise: PricePromise): string =>
  promise.ways.length > 0
    ? `${runShort(promise.lines)}. The prices still hold.`
    : noneHere(promise.lines, 'The prices still hold.');

function Ordered({ promise, acts, sendable }: ActsProps & { sendable: boolean }) {
  const { purchase } = promise;
  if (!purchase) return null;
  const [way] = promise.ways;
  return (
    <Part id="ordered" title="Ordered, not paid">
      <p>
        It is purchase{' '}
        <Link className="link" to={purchasePage(purchase.number)}>
          {purchase.number}
        </Link>
        , {formatDollars(purchase.amount)}. Pay it here{sendable && ', or let whoever has the link pay it'}.
      </p>
      <Cheaper way={way} lower={lowerToday(promise, way)} />
      <div className="btns send__ways">
        <ButtonLink variant="primary" to={href('/dashboard/payment/:orderId', { orderId: purchase.id })}>
          Pay {formatDollars(purchase.amount)}
        </ButtonLink>
        <PutBack acts={acts} />
      </div>
    </Part>
  );
}

function PaidPart({ promise, acts }: ActsProps) {
  const { paid } = promise;
  if (!paid) return null;
  return (
    <Part id="paid" title="Paid">
      <dl className="lines">
        <Line label="Approved by" is={paid.approvedBy ? <bdi>{paid.approvedBy}</bdi> : 'You'} />
        <Line label="Paid" is={formatDatedDay(paid.paidAt)} />
        <Line
          label="Purchase"
          is={
            <Link className="link" to={purchasePage(paid.number)}>
              {paid.number}
            </Link>
          }
        />
        <Line label="Amount paid" is={formatDollars(paid.amount)} total />
        {paid.refunded > 0 && <Line label="Refunded" is={formatDollars(-paid.refunded)} deduction />}
      </dl>
      <div className="btns send__ways">
        <ButtonLink to={purchasePage(paid.number)}>See purchase {paid.number}</ButtonLink>
        <PutBack acts={acts} />
        <PdfLink promise={promise} />
      </div>
    </Part>
  );
}

function ExpiredPart({ promise, acts }: ActsProps) {
  return (
    <Part id="expired" title="Expired">
      <p>
        These prices were held until {documentDay(promise.validUntil)}. {todaysPrice(promise)}
      </p>
      <div className="btns send__ways">
        {promise.today !== null && (
          <Button variant="ink" loading={acts.busy === 'hold'} onClick={() => void acts.hold()}>
            Hold today's prices
          </Button>
        )}
        <PutBack acts={acts} />
        <PdfLink promise={promise} />
      </div>
    </Part>
  );
}

/** What is promised, with what is not here of it, or was left out. */
function PromiseLines({ promise }: { promise: PromisePaper }) {
  const { lines, guard } = promise;
  return (
    <>
      <ul className="mini">
        {lines.map((line) => {
          const mark = lineMark(promise, line);
          return (
            <li key={line.tools_id}>
              <OrderPicture image={line.tools_image} />
              <span>
                <b>
                  <bdi>{keepUnits(line.tools_name)}</bdi>
                </b>
                <span className="sub">
                  {formatCount(line.quantity)} × {formatDollars(line.each)}
                </span>
                {mark && <Status mark={mark.mark}>{mark.words}</Status>}
              </span>
              <b className="money">{formatDollars(line.total)}</b>
            </li>
          );
        })}
      </ul>
      {guard > 0 && (
        <dl className="lines promise__guard">
          <Line label="No more than the next step" is={formatDollars(-guard)} deduction />
        </dl>
      )}
    </>
  );
}
