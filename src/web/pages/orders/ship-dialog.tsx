import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Purchase } from '#model/orders/order.ts';
import { CARRIER_NAMES, type Carrier } from '#model/purchases/shipment.ts';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';
import { FormDialog } from '#web/ui/kernel/dialogs.tsx';
import { Field, TextField } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { manyPieces } from '#web/ui/orders/list-counts.ts';
import { linesToShip, PiecesFields, piecesOf, type Typed } from '#web/ui/orders/pieces-fields.tsx';
import { leaveWhenRefused } from './use-shipping.ts';

interface ShipDialogProps {
  purchase: Purchase;
  open: boolean;
  onClose: () => void;
  /** Called with what left. */
  onShipped: (sent: { id: string; no: number; pieces: number; order: Purchase['id'] }) => void;
}

/** Pieces that leave together, with the carrier. What stays is pending. */
export function ShipDialog({ purchase, open, onClose, onShipped }: ShipDialogProps) {
  const { revalidate } = useRevalidator();
  const lines = linesToShip(purchase.lines);
  const [typed, setTyped] = useState<Typed>(() =>
    Object.fromEntries(lines.map(({ line, left }) => [line._id, String(left)])),
  );
  const [carrier, setCarrier] = useState<Carrier | ''>('');
  const [tracking, setTracking] = useState('');
  const [key] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const leaving = piecesOf(lines, typed);
  const pieces = leaving?.reduce((sum, line) => sum + line.pieces, 0) ?? 0;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const [first] = leaving ?? [];
    if (busy || !leaving) return;
    if (!first) return setProblem('Say how many pieces leave.');
    setBusy(true);
    setProblem(undefined);
    const answer = await leaveWhenRefused(
      await api.call('shipPurchase', {
        params: { id: purchase.id },
        headers: { 'idempotency-key': key },
        body: { lines: leaving, ...(carrier && { carrier }), ...(tracking.trim() && { tracking }) },
      }),
    );
    setBusy(false);
    if (answer.ok) return onShipped({ id: answer.value.insertedId, no: answer.value.no, pieces, order: first.order });
    setProblem(answer.failure.errors?.[0]?.message ?? failureText(answer.failure));
    // Another admin was faster: the page behind shows what is left.
    if (answer.failure.status === 409) void revalidate();
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      wide
      title={purchase.shipments.length > 0 ? 'Ship the rest' : 'Ship'}
      submitLabel={`Ship ${manyPieces(pieces)}`}
      submitLook="ink"
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      <p>Ship fewer pieces now and the rest stays Pending. The customer is told by mail.</p>
      <PiecesFields lines={lines} typed={typed} onType={setTyped} />
      <div className="row2">
        <Field label="Carrier">
          <select
            className="in"
            aria-label="Carrier"
            value={carrier}
            onChange={({ target }) => setCarrier(target.value as Carrier | '')}
          >
            <option value="">None</option>
            {CARRIER_NAMES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </Field>
        <TextField
          label="Tracking number"
          hint="Optional."
          maxLength={60}
          value={tracking}
          onChange={({ target }) => setTracking(target.value)}
        />
      </div>
      <FormProblem error={problem ? { message: problem } : undefined} className="dialog__problem" />
    </FormDialog>
  );
}
