import { useState } from 'react';
import { href, useRevalidator } from 'react-router';
import type { Purchase } from '#model/orders/order.ts';
import { UNDO_SECONDS } from '#model/orders/order-life.ts';
import { paidFrom } from '#model/purchases/paid-with.ts';
import { failureText } from '#texts/failures.ts';
import { formatDollars } from '#texts/format.ts';
import { api } from '#web/api/identity/session.ts';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { Day, Moment } from '#web/ui/kernel/moment.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { useNow } from '#web/ui/kernel/use-now.ts';
import { deskStory } from '#web/ui/orders/desk-story.ts';
import { manyPieces } from '#web/ui/orders/list-counts.ts';
import { ManagedLines } from '#web/ui/orders/managed-lines.tsx';
import { leftToShip, linesToRefund } from '#web/ui/orders/pieces-fields.tsx';
import { AdminPurchaseStatus } from '#web/ui/orders/purchase-status.tsx';
import { firstDay } from '#web/ui/orders/purchase-story.ts';
import { Shipments } from '#web/ui/orders/shipments.tsx';
import { Timeline } from '#web/ui/orders/timeline.tsx';
import { NoteForm } from './note-form.tsx';
import { PurchaseFacts } from './purchase-facts.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { ShipDialog } from './ship-dialog.tsx';
import { leaveWhenRefused } from './use-shipping.ts';

/** A purchase for admins: what is to be shipped and what was, its money, and whose it is. */
export function ManagedPurchase({ purchase }: { purchase: Purchase }) {
  const now = useNow();
  const { revalidate } = useRevalidator();
  const [dialog, setDialog] = useState<{ is: 'ship' | 'refund'; open: boolean; no: number }>();
  const show = (is: 'ship' | 'refund') => setDialog({ is, open: true, no: (dialog?.no ?? 0) + 1 });
  const close = () => {
    setDialog((it) => it && { ...it, open: false });
    // Somebody else may have shipped or refunded meanwhile.
    void revalidate();
  };
  const left = purchase.lines.reduce((sum, line) => sum + leftToShip(line), 0);
  const ships = purchase.state === 'paid' && left > 0;
  const refunds = purchase.state === 'paid' && linesToRefund(purchase.lines).length > 0;
  const shipLabel = purchase.shipments.length > 0 ? 'Ship the rest' : 'Ship';
  const [first] = purchase.lines;

  async function undo(order: Purchase['id'], shipment: string) {
    const answer = await leaveWhenRefused(
      await api.call('undoShipping', { params: { id: order }, query: { shipment } }),
    );
    showToast(
      answer.ok
        ? { tone: 'success', text: 'It is pending again. No mail was sent about it.' }
        : { tone: 'danger', text: failureText(answer.failure) },
    );
    await revalidate();
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
          (ships || refunds) && (
            <div className="head-acts">
              {refunds && (
                <Button icon="refund" onClick={() => show('refund')}>
                  Refund
                </Button>
              )}
              {ships && (
                <Button variant="ink" icon="truck" onClick={() => show('ship')}>
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
            <Moment iso={purchase.paidAt ?? purchase.createdAt} now={now} />
          </span>
          {ships && <ShipBy purchase={purchase} now={now} />}
        </span>
      </PageHead>
      {purchase.state === 'review' && (
        <Notice
          tone="warning"
          action={
            <ButtonLink size="sm" to={`${href('/dashboard/manageAllOrders')}?status=review&search=${purchase.number}`}>
              Look into it
            </ButtonLink>
          }
        >
          Its payment must be looked into. Nothing ships meanwhile.
        </Notice>
      )}
      <div className="desk2">
        <div>
          <ManagedLines purchase={purchase} now={now} />
          <Shipments purchase={purchase} onShip={ships ? () => show('ship') : undefined} shipLabel={shipLabel} />
          <Timeline steps={deskStory(purchase, now)} now={now} form={<NoteForm purchase={purchase} />} />
        </div>
        <PurchaseFacts purchase={purchase} />
      </div>
      {dialog?.is === 'ship' && (
        <ShipDialog
          key={dialog.no}
          purchase={purchase}
          open={dialog.open}
          onClose={close}
          onShipped={({ id, no, pieces, order }) => {
            close();
            const action = { label: 'Undo', seconds: UNDO_SECONDS, onPress: () => void undo(order, id) };
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
          onRefunded={(amount) => {
            close();
            showToast({
              tone: 'success',
              text: `${formatDollars(amount)} goes back to the ${paidFrom(first?.transactionId)}.`,
            });
          }}
        />
      )}
    </>
  );
}

function ShipBy({ purchase, now }: { purchase: Purchase; now: number }) {
  const by = firstDay(purchase.lines.filter((line) => leftToShip(line) > 0));
  if (!by) return null;
  return (
    <span className="warnt" data-late={Date.parse(by) < now || undefined}>
      Ship by <Day iso={by} />
    </span>
  );
}
