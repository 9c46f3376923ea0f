import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Purchase } from '#model/orders/order.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { FormDialog } from '#web/ui/kernel/dialogs.tsx';
import { TextArea, TextField } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { leaveWhenRefused } from './use-shipping.ts';

interface ShipToDialogProps {
  purchase: Purchase;
  open: boolean;
  onClose: () => void;
}

/** Where a purchase goes, until a part of it has left. */
export function ShipToDialog({ purchase, open, onClose }: ShipToDialogProps) {
  const { revalidate } = useRevalidator();
  const [before] = useState(purchase);
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
    const body = { ...(address !== before.address && { address }), ...(phone !== before.phone && { phone }) };
    const answer = await leaveWhenRefused(await api.call('changeShipTo', { params: { id: purchase.id }, body }));
    setBusy(false);
    // Also where somebody else was faster: the page behind shows what became of it.
    if (answer.ok || answer.failure.status === 409) void revalidate();
    if (!answer.ok) return setFailure(answer.failure);
    onClose();
    if (answer.value.modifiedCount > 0)
      showToast({ tone: 'success', text: 'The address is changed. The buyer is told by mail.' });
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Ship to"
      submitLabel="Change address"
      submitLook="ink"
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      <p>The buyer is told by mail. An invoice that is written keeps its address.</p>
      <TextArea
        label="Address"
        aria-required
        maxLength={500}
        error={problemOf('address')}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <TextField
        label="Phone"
        type="tel"
        aria-required
        maxLength={40}
        error={problemOf('phone')}
        value={phone}
        onChange={({ target }) => setPhone(target.value)}
      />
      <FormProblem
        error={failure && !failure.errors ? { message: failureText(failure) } : undefined}
        className="dialog__problem"
      />
    </FormDialog>
  );
}
