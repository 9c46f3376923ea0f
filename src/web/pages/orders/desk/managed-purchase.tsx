import { useEffect, useRef, useState } from 'react';
import { href, useNavigate } from 'react-router';
import type { Purchase } from '#model/orders/order.ts';
import { UNDO_SECONDS } from '#model/orders/order-life.ts';
import { paidFrom, transactionOf } from '#model/purchases/paid-with.ts';
import { formatDollars, manyPieces } from '#texts/format.ts';
import { whyReview } from '#texts/why-review.ts';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { ShortMoment } from '#web/ui/kernel/moment.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { useNow } from '#web/ui/kernel/use-now.ts';
import { usePageKeys } from '#web/ui/kernel/use-page-keys.ts';
import { deskStory } from '#web/ui/orders/desk-story.ts';
import { ManagedLines } from '#web/ui/orders/managed-lines.tsx';
import { leftToShip, linesToRefund } from '#web/ui/orders/pieces-fields.tsx';
import { keptAmount } from '#web/ui/orders/purchase-amounts.tsx';
import { invoicePage, slipPage } from '#web/ui/orders/purchase-link.ts';
import { AdminPurchaseStatus } from '#web/ui/orders/purchase-status.tsx';
import { keptLines } from '#web/ui/orders/purchase-story.ts';
import { daysToGo, ShipBy, Shipments, slipToGo } from '#web/ui/orders/shipments.tsx';
import { Timeline } from '#web/ui/orders/timeline.tsx';
import { pageHeading } from '../../kernel/page-heading.ts';
import { useReload } from '../../kernel/use-reload.ts';
import { PurchaseFacts } from '../purchase-facts.tsx';
import { NoteForm } from './note-form.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { ShipDialog } from './ship-dialog.tsx';
import { useSentShipments } from './use-sent-shipments.tsx';
import { undoShipment } from './use-shipping.ts';

/** What somebody else did meanwhile, or the page's heading. */
const landing = () => document.querySelector<HTMLElement>('main .conflict h2') ?? pageHeading();

type Dialog = 'ship' | 'refund' | 'review';

/** A purchase for admins: what is to be shipped and what was, its money, and whose it is. */
export function ManagedPurchase({ purchase }: { purchase: Purchase }) {
  const now = useNow();
  const reload = useReload();
  const [dialog, setDialog] = useState<{ is: Dialog; open: boolean; no: number }>();
  const show = (is: Dialog) => {
    gone.current = false;
    setDialog({ is, open: true, no: (dialog?.no ?? 0) + 1 });
  };
  const close = () => {
    closed.current = true;
    setDialog((it) => it && { ...it, open: false });
    // Somebody else may have shipped or refunded meanwhile.
    void reload();
  };
  // The buttons that opened a dialog may go with what it did, at once or when the purchase is loaded again.
  const gone = useRef(false);
  const closed = useRef(false);
  const finalFocus = () => (gone.current ? landing() : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown follows from the purchase
  useEffect(() => {
    if (closed.current && document.activeElement === document.body) landing()?.focus({ preventScroll: true });
    closed.current = false;
  }, [purchase]);
  const left = purchase.lines.reduce((sum, line) => sum + leftToShip(line), 0);
  const ships = purchase.state === 'paid' && left > 0;
  const refunds = purchase.state === 'paid' && linesToRefund(purchase.lines).length > 0;
  const shipLabel = purchase.shipments.length > 0 ? 'Ship the rest' : 'Ship';
  const navigate = useNavigate();
  const sent = useSentShipments(purchase, now);
  const invoice = purchase.invoice && invoicePage(purchase.number);
  // One that was taken out before the payment knows nothing of its review.
  const [kept] = keptLines(purchase);
  const why = kept?.reviewReason && whyReview(kept.reviewReason, kept.transactionId);
  const [first, second] = purchase.shipments;
  const slip = ships ? slipToGo(purchase) : first && !second ? slipPage(purchase.number, first.no) : undefined;
  usePageKeys({
    s: ships ? () => show('ship') : undefined,
    r: refunds ? () => show('refund') : undefined,
    p: slip ? () => void navigate(slip) : undefined,
    i: invoice ? () => void navigate(invoice) : undefined,
  });

  /** Its answer was lost, and something else was asked for then: what it did is on the page now. */
  function repeated(what: 'shipped' | 'refunded') {
    close();
    showToast({
      tone: 'danger',
      text: `The first try had ${what} already. Nothing more was ${what}: look at what is left.`,
    });
  }

  async function undo(order: Purchase['id'], shipment: string, no: number) {
    await undoShipment(shipment, `Shipment ${no}`, [order]);
    await reload();
  }

  return (
    <>
      <Link className="crumb" to={href('/dashboard/manageAllOrders')}>
        <Icon name="left" small />
        Manage All Orders
      </Link>
      <PageHead
        title={`Purchase ${purchase.number}`}
        action={
          (ships || refunds || slip || invoice) && (
            <div className="head-acts">
              {slip && (
                <ButtonLink icon="print" to={slip} aria-keyshortcuts="P">
                  Packing slip
                </ButtonLink>
              )}
              {invoice && (
                <ButtonLink icon="file" to={invoice} aria-keyshortcuts="I">
                  Invoice
                </ButtonLink>
              )}
              {refunds && (
                <Button icon="refund" aria-keyshortcuts="R" onClick={() => show('refund')}>
                  Refund
                </Button>
              )}
              {ships && (
                <Button variant="ink" icon="truck" aria-keyshortcuts="S" onClick={() => show('ship')}>
                  {shipLabel}
                </Button>
              )}
            </div>
          )
        }
      >
        <span className="st-row">
          <AdminPurchaseStatus purchase={purchase} />
          <span>
            {purchase.paidAt ? 'Paid ' : 'Ordered '}
            <ShortMoment iso={purchase.paidAt ?? purchase.createdAt} now={now} />
          </span>
          {ships && <ShipBy days={daysToGo(purchase).slice(0, 1)} now={now} />}
        </span>
      </PageHead>
      {sent.conflict}
      {purchase.state === 'review' && (
        <Notice
          tone="warning"
          className="desk-note"
          action={
            <Button size="sm" onClick={() => show('review')}>
              Look into it
            </Button>
          }
        >
          {why ?? 'Its payment must be looked into. Nothing ships meanwhile.'}
        </Notice>
      )}
      <div className="desk2">
        <div>
          <ManagedLines purchase={purchase} now={now} />
          <Shipments
            {...{ purchase, now, shipLabel }}
            onShip={ships ? () => show('ship') : undefined}
            onCorrect={sent.onCorrect}
            onTakeBack={sent.onTakeBack}
          />
          <Timeline steps={deskStory(purchase, now)} now={now} form={<NoteForm purchase={purchase} />} />
        </div>
        <PurchaseFacts purchase={purchase} />
      </div>
      {sent.dialogs}
      {dialog?.is === 'review' && kept && (
        <ReviewPanel key={dialog.no} order={kept} open={dialog.open} onClose={close} onChange={() => void reload()} />
      )}
      {dialog?.is === 'ship' && (
        <ShipDialog
          key={dialog.no}
          purchase={purchase}
          open={dialog.open}
          onClose={close}
          onRepeated={() => repeated('shipped')}
          onOvertaken={(overtaken) => {
            gone.current = true;
            close();
            sent.onOvertaken(overtaken);
          }}
          finalFocus={finalFocus}
          onShipped={({ id, no, pieces, order }) => {
            gone.current = pieces === left;
            close();
            const action = { label: 'Undo', seconds: UNDO_SECONDS, onPress: () => void undo(order, id, no) };
            showToast({ tone: 'success', text: `Shipment ${no}: ${manyPieces(pieces)} marked shipped.`, action });
          }}
        />
      )}
      {dialog?.is === 'refund' && (
        <RefundDialog
          key={dialog.no}
          purchase={purchase}
          open={dialog.open}
          onClose={close}
          onRepeated={() => repeated('refunded')}
          finalFocus={finalFocus}
          onRefunded={(amount) => {
            gone.current = amount === keptAmount(purchase);
            close();
            showToast({
              tone: 'success',
              text: `${formatDollars(amount)} goes back to the ${paidFrom(transactionOf(purchase.lines))}.`,
            });
          }}
        />
      )}
    </>
  );
}
