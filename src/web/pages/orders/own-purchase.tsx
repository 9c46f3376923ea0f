import { href } from 'react-router';
import type { Order, Purchase } from '#model/orders/order.ts';
import { paidFrom } from '#model/purchases/paid-with.ts';
import { awaitsPayment } from '#model/purchases/purchase-life.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { formatDeliveryDay, formatShortMoment } from '#texts/format-time.ts';
import { addressInLines, formatPo } from '#texts/typed.ts';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import type { Asked } from '#web/ui/kernel/dialog-frames.tsx';
import { QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { Day } from '#web/ui/kernel/moment.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { Part } from '#web/ui/kernel/part.tsx';
import { useNow } from '#web/ui/kernel/use-now.ts';
import { BoughtLines } from '#web/ui/orders/bought-lines.tsx';
import { manyTools } from '#web/ui/orders/list-counts.ts';
import { isPayable } from '#web/ui/orders/order-filter.ts';
import { OrderNote } from '#web/ui/orders/order-status.tsx';
import { PurchaseAmounts } from '#web/ui/orders/purchase-amounts.tsx';
import { PurchaseDocuments } from '#web/ui/orders/purchase-documents.tsx';
import { purchaseAgainPage } from '#web/ui/orders/purchase-link.ts';
import { PurchaseStatus } from '#web/ui/orders/purchase-status.tsx';
import { keptLines, purchaseStory } from '#web/ui/orders/purchase-story.ts';
import { leftAfter } from '#web/ui/orders/refund-sum.ts';
import { shipPromise } from '#web/ui/orders/ship-promise.ts';
import { ShipScale } from '#web/ui/orders/ship-scale.tsx';
import { Story } from '#web/ui/orders/story.tsx';
import { pageHeading } from '../kernel/page-heading.ts';
import { useChangeLine } from './change-line.tsx';
import { SaveAsList } from './lists/save-as-list.tsx';
import { ChangeShipTo } from './ship-to-dialog.tsx';
import { useCancelWaiting, useDropLines, useKeepWaiting, useLineWord } from './use-line-questions.ts';

interface OwnPurchaseProps {
  purchase: Purchase;
  /** Where the shop is written to. */
  contact: string;
}

/** A purchase for its customer: what was bought, what it costs, what happened and what comes next. */
export function OwnPurchase({ purchase, contact }: OwnPurchaseProps) {
  const now = useNow();
  const word = useLineWord();
  const dropping = useDropLines(purchase, word);
  const changing = useChangeLine(purchase);
  const promise = shipPromise(purchase, now);
  const paying = purchase.lines.some((line) => line.paying);
  const payable = (purchase.state === 'unpaid' || purchase.state === 'expiring') && !paying;
  const story = (
    <Part id="story" title={payable ? 'What happens next' : 'What happened'}>
      <Story steps={purchaseStory(purchase, now)} backwards={!payable} />
    </Part>
  );
  const awaited = useCancelWaiting(purchase, word);
  const { keep, busy } = useKeepWaiting(purchase, word);
  const lines = (
    <>
      {word.text && (
        <div ref={word.place} tabIndex={-1} className="lines-word">
          <FormProblem>{word.text}</FormProblem>
        </div>
      )}
      <BoughtLines
        key={purchase.amount}
        purchase={purchase}
        onCancel={payable ? (lines) => dropping.ask({ lines }) : undefined}
        // The prices of a promise are those of its quantities.
        onChange={payable && !purchase.promise ? changing.ask : undefined}
        onCancelWaiting={purchase.state === 'paid' ? awaited.ask : undefined}
        onKeepWaiting={(line) => void keep(line)}
        busy={busy}
      />
      {purchase.state === 'paid' && (
        <p className="small soft mt-4">
          To change a paid order, write to{' '}
          <a className="link" href={`mailto:${contact}`}>
            {contact}
          </a>
          .
        </p>
      )}
    </>
  );
  return (
    <>
      <Link className="back" to={href('/dashboard/myorders')}>
        <Icon name="left" small />
        My Orders
      </Link>
      <PageHead
        title={`Purchase ${purchase.number}`}
        action={
          payable ? (
            <ButtonLink
              variant="primary"
              size="lg"
              to={href('/dashboard/payment/:orderId', { orderId: purchase.number })}
            >
              Pay {formatDollars(purchase.amount)}
            </ButtonLink>
          ) : (
            <div className="page-head__deeds">
              <ButtonLink variant="ink" icon="refresh" to={purchaseAgainPage(purchase.number)}>
                Order again
              </ButtonLink>
              <SaveAsList
                lines={keptLines(purchase).map(({ tools_id: tool, quantity }) => ({ tool, quantity }))}
                suggestion={purchase.job ?? ''}
              />
            </div>
          )
        }
      >
        Ordered on <Day iso={purchase.createdAt} />
        {purchase.po_number && `, ${formatPo(purchase.po_number)}`}
        {purchase.job && (
          <>
            , <bdi>{purchase.job}</bdi>
          </>
        )}
      </PageHead>
      <State purchase={purchase} now={now} />
      <div className="cols">
        <div>
          {promise && (
            <Part id="promise" title="Ship-by promise">
              <ShipScale promise={promise} contact={contact} />
            </Part>
          )}
          {!payable && story}
          {lines}
        </div>
        <div>
          <Part id="payment" title="Payment" beside={<PurchaseStatus purchase={purchase} />}>
            <PurchaseAmounts purchase={purchase} />
          </Part>
          {payable && story}
          <Part id="documents" title="Documents">
            <PurchaseDocuments purchase={purchase} />
          </Part>
          <Part
            id="ship-to"
            title="Ship to"
            beside={
              <ChangeShipTo purchase={purchase} open={awaitsPayment(purchase.state)} focusAfter={() => pageHeading()} />
            }
          >
            <p className="ship-to">
              <bdi>{purchase.lines[0]?.name}</bdi>
              <bdi>{addressInLines(purchase.address)}</bdi>
              <span className="soft">Phone {purchase.phone}</span>
            </p>
          </Part>
        </div>
      </div>
      {changing.dialog}
      {dropping.question && <DropQuestion purchase={purchase} {...dropping.question} />}
      {awaited.question && <WaitingQuestion purchase={purchase} {...awaited.question} />}
    </>
  );
}

function State({ purchase, now }: { purchase: Purchase; now: number }) {
  const [line] = keptLines(purchase);
  const { holdUntil } = purchase;
  if (purchase.state === 'changing')
    return (
      <Notice icon="clock" tone="warning" role="status">
        We are closing its payment. If it was paid before that, all tools stay.
      </Notice>
    );
  // A line of it may have been given back: then its own row says so.
  if (!line || purchase.state === 'paid') return null;
  if (!isPayable(line)) {
    if (line.state === 'cancelled') return null;
    return (
      <Notice>
        <OrderNote order={line} />
      </Notice>
    );
  }
  const closes = line.closesAt && <>Unpaid orders are cancelled after {formatDeliveryDay(line.closesAt)}.</>;
  if (holdUntil && Date.parse(holdUntil) > now)
    return (
      <Notice icon="clock" tone="warning">
        <b>Stock is held until {formatShortMoment(new Date(holdUntil))}.</b> {closes}
      </Notice>
    );
  return (
    <Notice icon="clock" tone="warning">
      <b>Stock is no longer held.</b>{' '}
      {line.holdIsLast ? 'Confirm your email to pay.' : 'Paying holds it again, if it is still there.'} {closes}
    </Notice>
  );
}

interface DropQuestionProps extends Asked {
  purchase: Purchase;
  lines: readonly Order[];
}

/** Before lines of an unpaid purchase are cancelled; with the last of them it ends. */
function DropQuestion({ purchase, lines, ...dialog }: DropQuestionProps) {
  const tools = manyTools(lines.length);
  const ends = lines.length === keptLines(purchase).length;
  const left = leftAfter(purchase, lines);
  return (
    <QuestionDialog
      {...dialog}
      tone="danger"
      destructive
      title={ends ? 'Cancel this purchase?' : `Cancel ${tools}?`}
      confirmLabel={ends ? 'Cancel purchase' : `Cancel ${tools}`}
      cancelLabel={ends ? 'Keep purchase' : lines.length === 1 ? 'Keep it' : 'Keep them'}
    >
      {ends ? (
        <p>It has not been paid, and it cannot be brought back.</p>
      ) : (
        <p>
          The rest of the purchase stays, at {formatDollars(left.amount)}.
          {purchase.discount > 0 && ` The first-order offer on it is ${formatDollars(-left.discount)}.`}
        </p>
      )}
    </QuestionDialog>
  );
}

interface WaitingQuestionProps extends Asked {
  purchase: Purchase;
  line: Order;
  pieces: number;
  /** In dollars. */
  amount: number;
}

/** Before pieces that wait for a delivery are cancelled; with the last of a purchase it ends. */
function WaitingQuestion({ purchase, line, pieces, amount, ...dialog }: WaitingQuestionProps) {
  const { open, busy, onOpenChange, onConfirm, finalFocus } = dialog;
  const kept = line.quantity - (line.given_up ?? 0) - pieces;
  const ends = kept === 0 && keptLines(purchase).every(({ _id, state }) => _id === line._id || state === 'refunded');
  const label = `Cancel the ${formatCount(pieces)}`;
  return (
    <QuestionDialog
      {...{ open, busy, onOpenChange, onConfirm, finalFocus }}
      tone="danger"
      destructive
      title={`${label}?`}
      confirmLabel={label}
      cancelLabel={pieces === 1 ? 'Keep it' : 'Keep them'}
    >
      <p>
        You get {formatDollars(amount)} back to the {paidFrom(line.transactionId)} that paid.{' '}
        {ends
          ? 'Nothing else is left of the purchase, so it ends.'
          : kept > 0
            ? `The other ${formatCount(kept)} ${kept === 1 ? 'stays' : 'stay'}, at the price you paid.`
            : 'The other tools stay.'}
      </p>
    </QuestionDialog>
  );
}
