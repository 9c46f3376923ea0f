import { type FormEvent, useState } from 'react';
import type { Purchase } from '#model/orders/order.ts';
import { failureText } from '#texts/failures.ts';
import { manyPieces } from '#texts/format.ts';
import { api } from '#web/api/identity/session.ts';
import { FormDialog } from '#web/ui/kernel/dialogs.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { keepUnits } from '#web/ui/kernel/keep-units.ts';
import { CarrierFields } from '#web/ui/orders/carrier-fields.tsx';
import { linesToShip, PiecesFields, piecesOf, sentPieces } from '#web/ui/orders/pieces-fields.tsx';
import type { Overtaken } from '#web/ui/orders/shipped-meanwhile.tsx';
import { useReload } from '../../kernel/use-reload.ts';
import { useShipDraft } from '../use-ship-draft.ts';
import { leaveWhenRefused } from './use-shipping.ts';

interface ShipDialogProps {
  purchase: Purchase;
  open: boolean;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
  /** Called with what left. */
  onShipped: (sent: { id: string; no: number; pieces: number; order: Purchase['id'] }) => void;
  /** Called instead where an earlier try, whose answer was lost, has shipped other pieces. */
  onRepeated: () => void;
  /** Called instead where somebody else sent those pieces meanwhile. */
  onOvertaken: (overtaken: Overtaken) => void;
}

/** Pieces that leave together, with the carrier. What stays is pending. */
export function ShipDialog({
  purchase,
  open,
  onClose,
  finalFocus,
  onShipped,
  onRepeated,
  onOvertaken,
}: ShipDialogProps) {
  const reload = useReload();
  const lines = linesToShip(purchase.lines);
  const { typed, type, forget, renewKey } = useShipDraft(purchase.id);
  const { carrier, tell, key } = typed;
  const filled = { ...Object.fromEntries(lines.map(({ line, left }) => [line._id, String(left)])), ...typed.pieces };
  const [known] = useState(() => purchase.shipments.map(({ id }) => id));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [only] = lines.length === 1 ? lines : [];
  const least = only ? 1 : 0;
  const leaving = piecesOf(lines, filled, least);
  const pieces = leaving?.reduce((sum, line) => sum + line.pieces, 0) ?? 0;

  function close() {
    forget();
    onClose();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const [first] = leaving ?? [];
    if (busy || !leaving) return;
    if (!first) return setProblem('Say how many pieces leave.');
    setBusy(true);
    setProblem(undefined);
    const tracking = typed.tracking.trim();
    const answer = await leaveWhenRefused(
      await api.call('shipPurchase', {
        params: { id: purchase.id },
        headers: { 'idempotency-key': key },
        body: {
          lines: leaving,
          sent: sentPieces(purchase.lines),
          ...(carrier && { carrier }),
          ...(tracking && { tracking }),
          tell,
        },
      }),
    );
    const refused = !answer.ok && answer.failure.status === 409;
    const theirs = refused ? await sentMeanwhile(purchase.id, known) : undefined;
    // What is left comes with the reason.
    if (refused && !theirs && answer.failure.code !== 'idempotency_key_reused') await reload();
    setBusy(false);
    if (refused) renewKey();
    // What was typed stays for the rest.
    if (answer.ok || theirs?.rest) forget();
    if (theirs) return onOvertaken({ ...theirs, mine: { carrier, tracking, pieces } });
    if (answer.ok) return onShipped({ id: answer.value.insertedId, no: answer.value.no, pieces, order: first.order });
    if (answer.failure.code === 'idempotency_key_reused') {
      forget();
      return onRepeated();
    }
    setProblem(answer.failure.errors?.[0]?.message ?? failureText(answer.failure));
  }

  const title = purchase.shipments.length > 0 ? `Ship the rest of ${purchase.number}` : `Ship ${purchase.number}`;
  if (lines.length === 0)
    return (
      <FormDialog {...{ open, title, finalFocus }} onClose={close} wide onSubmit={(event) => event.preventDefault()}>
        <p>Nothing is left to ship.</p>
        <FormProblem className="dialog__problem">{problem}</FormProblem>
      </FormDialog>
    );
  return (
    <FormDialog
      {...{ open, title, finalFocus }}
      onClose={close}
      onDismiss={onClose}
      wide
      submitLabel={leaving ? `Ship ${manyPieces(pieces)}` : 'Ship'}
      submitLook="ink"
      submitIcon="truck"
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      <p>
        {only &&
          purchase.lines.length > 1 &&
          `${keepUnits(only.line.tools_name)} is the last order of ${purchase.number}. `}
        Ship fewer pieces now and the rest stays Pending.
      </p>
      <PiecesFields lines={lines} typed={filled} onType={(pieces) => type({ pieces })} least={least} />
      <CarrierFields carried={typed} act="Ship" onChange={type} />
      <label className="check">
        <input type="checkbox" checked={tell} onChange={({ target }) => type({ tell: target.checked })} />
        Tell the buyer by mail
      </label>
      <FormProblem className="dialog__problem">{problem}</FormProblem>
    </FormDialog>
  );
}

/** The newest shipment that was not known, and whether it left nothing to go. */
async function sentMeanwhile(id: Purchase['id'], known: readonly string[]) {
  const found = await api.call('getPurchase', { params: { id } });
  const theirs = found.ok ? found.value.shipments.findLast((it) => !known.includes(it.id)) : undefined;
  return found.ok && theirs ? { theirs, rest: linesToShip(found.value.lines).length === 0 } : undefined;
}
