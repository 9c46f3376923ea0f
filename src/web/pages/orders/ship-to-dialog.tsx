import { type FormEvent, useRef, useState } from 'react';
import type { Purchase } from '#model/orders/order.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { FormDialog } from '#web/ui/kernel/dialogs.tsx';
import { TextArea, TextField } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { NOT_TOLD } from '#web/ui/orders/desk-story.ts';
import { useDraft } from '../identity/use-draft.ts';
import { useReload } from '../kernel/use-reload.ts';
import { leaveWhenRefused } from './desk/use-shipping.ts';

function changedThings({ address, phone }: { address?: string; phone?: string }): string {
  if (address === undefined) return 'The phone number is';
  return phone === undefined ? 'The address is' : 'The address and the phone number are';
}

interface ChangeShipToProps {
  purchase: Purchase;
  /** Changed by an admin: then its buyer may be told. */
  desk?: true;
  /** Whether it can still be changed. */
  open: boolean;
  /** Gets the focus after the dialog where it no longer can. */
  focusAfter: () => HTMLElement | null;
}

/** The button beside an address that opens its dialog, which stays open where somebody else is faster. */
export function ChangeShipTo({ purchase, desk, open, focusAfter }: ChangeShipToProps) {
  const [dialog, setDialog] = useState<{ open: boolean; no: number }>();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      {open && (
        <button
          ref={button}
          type="button"
          className="link"
          aria-label="Change the address"
          onClick={() => setDialog({ open: true, no: (dialog?.no ?? 0) + 1 })}
        >
          Change
        </button>
      )}
      {dialog && (
        <ShipToDialog
          key={dialog.no}
          purchase={purchase}
          desk={desk}
          open={dialog.open}
          onClose={() => setDialog({ ...dialog, open: false })}
          finalFocus={() => button.current ?? focusAfter()}
        />
      )}
    </>
  );
}

interface ShipToDialogProps {
  purchase: Purchase;
  desk: true | undefined;
  open: boolean;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}

/** Where a purchase goes: admins change it until a part of it has left, its buyer until it is paid. */
function ShipToDialog({ purchase, desk, open, onClose, finalFocus }: ShipToDialogProps) {
  const reload = useReload();
  const { typed, type, forget } = useDraft(`ship-to:${purchase.id}`, () => {
    const { address, phone } = purchase;
    /** As it was when it was typed. */
    return { address, phone, was: { address, phone } };
  });
  const { address, phone, was: before } = typed;
  const [overtaken, setOvertaken] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const problemOf = (field: string) => failure?.errors?.find((error) => error.field === field)?.message;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    // Only what differs: somebody else may have changed the rest meanwhile.
    const changedOf = (its: Pick<Purchase, 'address' | 'phone'>) => ({
      ...(address !== before.address && { address: its.address }),
      ...(phone !== before.phone && { phone: its.phone }),
    });
    const body = { ...changedOf({ address, phone }), was: changedOf(overtaken ? purchase : before) };
    const sent = await api.call('changeShipTo', { params: { id: purchase.id }, body });
    const answer = desk ? await leaveWhenRefused(sent) : sent;
    // Also where somebody else was faster: the page shows what became of it.
    if (answer.ok || answer.failure.status === 409) await reload();
    setBusy(false);
    if (!answer.ok && answer.failure.code === 'ship_to_conflict') return setOvertaken(failureText(answer.failure));
    if (!answer.ok) return setFailure(answer.failure);
    close();
    const { modifiedCount, told } = answer.value;
    const news = desk ? ` ${told ? 'The buyer is told by mail' : NOT_TOLD}.` : '';
    if (modifiedCount > 0) showToast({ tone: 'success', text: `${changedThings(body)} changed.${news}` });
  }

  function close() {
    forget();
    onClose();
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      onDismiss={onClose}
      finalFocus={finalFocus}
      title="Ship to"
      submitLabel="Change address"
      submitLook="ink"
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      {desk && (
        <p>
          A buyer who has paid, or whose email is confirmed, is told by mail. An invoice that is written keeps its
          address.
        </p>
      )}
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
        onChange={({ target }) => type({ address: target.value })}
      />
      <TextField
        label="Phone"
        type="tel"
        aria-required
        error={problemOf('phone')}
        value={phone}
        onChange={({ target }) => type({ phone: target.value })}
      />
      <FormProblem className="dialog__problem">
        {failure && !failure.errors ? failureText(failure) : undefined}
      </FormProblem>
    </FormDialog>
  );
}
