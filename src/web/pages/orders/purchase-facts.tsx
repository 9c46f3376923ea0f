import { type FormEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { href, useRevalidator } from 'react-router';
import type { Purchase } from '#model/orders/order.ts';
import { hasEnded } from '#model/purchases/purchase-life.ts';
import { failureText } from '#texts/failures.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { addressInLines } from '#texts/typed.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { FormDialog } from '#web/ui/kernel/dialogs.tsx';
import { EmailText } from '#web/ui/kernel/email-text.tsx';
import { TextArea, TextField } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { Line } from '#web/ui/kernel/line.tsx';
import { Link } from '#web/ui/kernel/link.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { NOT_TOLD } from '#web/ui/orders/desk-story.ts';
import { leaveWhenRefused } from './use-shipping.ts';

/** Beside a purchase for admins: whose it is and where it goes. */
export function PurchaseFacts({ purchase }: { purchase: Purchase }) {
  return (
    <aside className="desk2__aside" aria-label="Purchase facts">
      <Customer purchase={purchase} />
      <ShipTo purchase={purchase} />
    </aside>
  );
}

interface CardProps {
  title: string;
  heading?: Ref<HTMLHeadingElement>;
  beside?: ReactNode;
  children: ReactNode;
}

const Card = ({ title, heading, beside, children }: CardProps) => (
  <div className="docket">
    <div className="docket__head">
      <h2 className="h3" ref={heading} tabIndex={heading ? -1 : undefined}>
        {title}
      </h2>
      {beside}
    </div>
    <div className="docket__body">{children}</div>
  </div>
);

function Customer({ purchase: { lines, phone, po_number, job, desk } }: { purchase: Purchase }) {
  const { name = '', email = '' } = lines[0] ?? {};
  const all = `${href('/dashboard/manageAllOrders')}?${new URLSearchParams({ search: email })}`;
  return (
    <Card
      title="Customer"
      beside={
        <Link className="link" to={all} aria-label={`Open the orders of ${name}`}>
          Open
        </Link>
      }
    >
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>
      </p>
      <p className="small soft">
        <EmailText email={email} />
        <br />
        {phone}
      </p>
      <dl className="lines">
        {po_number && (
          <div>
            <dt>PO number</dt>
            <dd className="id">
              <bdi>{po_number}</bdi>
            </dd>
          </div>
        )}
        {job && <Line label="Job" is={<bdi>{job}</bdi>} />}
        {desk && (
          <div>
            <dt>Purchases</dt>
            <dd title="Paid purchases, and what was kept of their money">
              {formatCount(desk.customer.purchases)}, {formatDollars(desk.customer.kept)}
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

function ShipTo({ purchase }: { purchase: Purchase }) {
  const [dialog, setDialog] = useState<{ open: boolean; no: number }>();
  const heading = useRef<HTMLHeadingElement>(null);
  const sent = purchase.shipments.length > 0;
  const changes = !sent && !hasEnded(purchase.state);
  return (
    <Card
      title="Ship to"
      heading={heading}
      beside={
        changes && (
          <button
            type="button"
            className="link"
            aria-label="Change the address"
            onClick={() => setDialog({ open: true, no: (dialog?.no ?? 0) + 1 })}
          >
            Change
          </button>
        )
      }
    >
      <p>
        <bdi>{addressInLines(purchase.address)}</bdi>
      </p>
      {sent && <p className="small muted mt-2">It stays: a part has left for it.</p>}
      {dialog && (
        <ShipToDialog
          key={dialog.no}
          purchase={purchase}
          open={dialog.open}
          onClose={() => setDialog({ ...dialog, open: false })}
          // The button that opened it goes where somebody else was faster.
          finalFocus={() => (changes ? null : heading.current)}
        />
      )}
    </Card>
  );
}

function changedThings({ address, phone }: { address?: string; phone?: string }): string {
  if (address === undefined) return 'The phone number is';
  return phone === undefined ? 'The address is' : 'The address and the phone number are';
}

interface ShipToDialogProps {
  purchase: Purchase;
  open: boolean;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}

/** Where a purchase goes, until a part of it has left. */
function ShipToDialog({ purchase, open, onClose, finalFocus }: ShipToDialogProps) {
  const { revalidate } = useRevalidator();
  const [before] = useState(purchase);
  const [overtaken, setOvertaken] = useState<string>();
  const [address, setAddress] = useState(before.address);
  const [phone, setPhone] = useState(before.phone);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const problemOf = (field: string) => failure?.errors?.find((error) => error.field === field)?.message;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    // Only what differs: another admin may have changed the rest meanwhile.
    const changedOf = (its: Pick<Purchase, 'address' | 'phone'>) => ({
      ...(address !== before.address && { address: its.address }),
      ...(phone !== before.phone && { phone: its.phone }),
    });
    const body = { ...changedOf({ address, phone }), was: changedOf(overtaken ? purchase : before) };
    const answer = await leaveWhenRefused(await api.call('changeShipTo', { params: { id: purchase.id }, body }));
    // Also where somebody else was faster: the page shows what became of it.
    if (answer.ok || answer.failure.status === 409) await revalidate();
    setBusy(false);
    if (!answer.ok && answer.failure.code === 'ship_to_conflict') return setOvertaken(failureText(answer.failure));
    if (!answer.ok) return setFailure(answer.failure);
    onClose();
    const { modifiedCount, told } = answer.value;
    if (modifiedCount > 0)
      showToast({
        tone: 'success',
        text: `${changedThings(body)} changed. ${told ? 'The buyer is told by mail' : NOT_TOLD}.`,
      });
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      finalFocus={finalFocus}
      title="Ship to"
      submitLabel="Change address"
      submitLook="ink"
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      <p>
        A buyer who has paid, or whose email is confirmed, is told by mail. An invoice that is written keeps its
        address.
      </p>
      {overtaken && (
        <Notice tone="warning" role="alert" className="dialog__notice">
          <b>{overtaken}</b> It is <bdi>{purchase.address}</bdi>, phone <bdi>{purchase.phone}</bdi> now. Close to keep
          theirs, or change it again.
        </Notice>
      )}
      <TextArea
        label="Address"
        aria-required
        error={problemOf('address')}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <TextField
        label="Phone"
        type="tel"
        aria-required
        error={problemOf('phone')}
        value={phone}
        onChange={({ target }) => setPhone(target.value)}
      />
      <FormProblem className="dialog__problem">
        {failure && !failure.errors ? failureText(failure) : undefined}
      </FormProblem>
    </FormDialog>
  );
}
