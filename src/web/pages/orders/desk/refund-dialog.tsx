import { type FormEvent, useState } from 'react';
import type { Purchase } from '#model/orders/order.ts';
import { isPayPal, transactionOf } from '#model/purchases/paid-with.ts';
import { failureText } from '#texts/failures.ts';
import { formatDollars, manyPieces } from '#texts/format.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { FormDialog } from '#web/ui/kernel/dialogs.tsx';
import { Field, TextField } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { Line } from '#web/ui/kernel/line.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { linesToRefund, notLeft, PiecesFields, piecesOf, type Typed } from '#web/ui/orders/pieces-fields.tsx';
import { keptAmount } from '#web/ui/orders/purchase-amounts.tsx';
import { refundSum } from '#web/ui/orders/refund-sum.ts';
import { unsentWords } from '#web/ui/orders/unsent-words.ts';
import { useDraft } from '../../identity/use-draft.ts';
import { useReload } from '../../kernel/use-reload.ts';
import { leaveWhenRefused } from './use-shipping.ts';

const REASONS = ['Damaged', 'Short delivery', 'Wrong tool', 'Late', 'Goodwill', 'Other'];
const READ = 'The buyer reads it, in the mail and on the purchase.';

const newRefund = () => ({
  whole: false,
  pieces: {} as Typed,
  reason: 'Damaged',
  other: '',
  back: false,
  /** The Idempotency-Key: what is sent again after a lost answer, also from the form opened anew, goes back once. */
  key: crypto.randomUUID() as string,
});

interface RefundDialogProps {
  purchase: Purchase;
  open: boolean;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
  /** Called with the dollars that go back. */
  onRefunded: (amount: number) => void;
  /** Called instead where an earlier try, whose answer was lost, has given other pieces back. */
  onRepeated: () => void;
}

/** The money of pieces goes back. The amount follows from the pieces, and is shown before. */
export function RefundDialog({ purchase, open, onClose, finalFocus, onRefunded, onRepeated }: RefundDialogProps) {
  const reload = useReload();
  const lines = linesToRefund(purchase.lines);
  const { typed, type: keep, forget } = useDraft(`refund:${purchase.id}`, newRefund);
  const { whole, reason, other, back, key } = typed;
  const some = { ...Object.fromEntries(lines.map(({ line }) => [line._id, '0'])), ...typed.pieces };
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ at?: 'amount' | 'reason'; message: string }>();
  const all = lines.map(({ line, left }) => ({ order: line._id, pieces: left }));
  // Those that have not left first, as they were shown: refused if some have left meanwhile.
  const given = (whole ? all : piecesOf(lines, some))?.map((one) => {
    const line = purchase.lines.find(({ _id }) => _id === one.order);
    return { ...one, shipped: line ? Math.max(0, one.pieces - notLeft(line)) : 0 };
  });
  const amount = refundSum(purchase, given ?? []);
  const returned = (given ?? []).reduce((sum, { shipped }) => sum + shipped, 0);
  const unsent = unsentWords(purchase.lines, given ?? []);
  const kept = keptAmount(purchase);
  const paypal = isPayPal(transactionOf(purchase.lines));

  function type(change: Partial<typeof typed>) {
    setProblem(undefined);
    keep(change);
  }

  function cancel() {
    forget();
    onClose();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !given?.length) return;
    setBusy(true);
    setProblem(undefined);
    const words = reason === 'Other' ? other : reason;
    const answer = await leaveWhenRefused(
      await api.call('refundPurchase', {
        params: { id: purchase.id },
        headers: { 'idempotency-key': key },
        body: { lines: given, back: back && returned > 0, amount, kept, reason: words },
      }),
    );
    const isRepeated = !answer.ok && answer.failure.code === 'idempotency_key_reused';
    // Another admin was faster: what is left comes with the reason.
    if (!answer.ok && !isRepeated && answer.failure.status === 409) await reload();
    setBusy(false);
    if (answer.ok || isRepeated) forget();
    if (answer.ok) return onRefunded(amount);
    if (isRepeated) return onRepeated();
    setProblem(placed(answer.failure));
  }

  return (
    <FormDialog
      open={open}
      onClose={cancel}
      onDismiss={onClose}
      finalFocus={finalFocus}
      wide
      title={`Refund ${purchase.number}`}
      submitLabel={given?.length ? `Refund ${formatDollars(amount)}` : 'Refund'}
      submitOff={given?.length === 0}
      submitLook="danger-solid"
      submitIcon="refund"
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      <fieldset className="row2">
        <legend className="sr">What goes back</legend>
        <label className="check">
          <input type="radio" name="part" checked={!whole} onChange={() => type({ whole: false })} />
          Part
        </label>
        <label className="check">
          <input type="radio" name="part" checked={whole} onChange={() => type({ whole: true })} />
          All, {formatDollars(refundSum(purchase, all))}
        </label>
      </fieldset>
      {!whole && <PiecesFields lines={lines} typed={some} onType={(pieces) => type({ pieces })} />}
      <div className="row2">
        <TextField
          label="Amount"
          sign="$"
          readOnly
          hint={hintOf(amount, kept, paypal ? 'PayPal' : 'Stripe')}
          error={problem?.at === 'amount' ? problem.message : undefined}
          value={amount.toFixed(2)}
        />
        <Field label="Reason" hint={reason !== 'Other' && READ}>
          <select
            className="in"
            aria-label="Reason"
            value={reason}
            onChange={({ target }) => keep({ reason: target.value })}
          >
            {REASONS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </Field>
      </div>
      {reason === 'Other' && (
        <TextField
          label="Why the money goes back"
          hint={READ}
          error={problem?.at === 'reason' ? problem.message : undefined}
          value={other}
          onChange={({ target }) => type({ other: target.value })}
        />
      )}
      {returned > 0 && (
        <label className="check">
          <input type="checkbox" checked={back} onChange={({ target }) => keep({ back: target.checked })} />
          Put {manyPieces(returned)} back into stock
        </label>
      )}
      <div role="status">
        {unsent && (
          <Notice tone="warning" className="dialog__notice mt-3">
            {unsent}
          </Notice>
        )}
      </div>
      <dl className="lines">
        <div>
          <dt>{purchase.refunded > 0 ? 'Kept until now' : paypal ? 'Paid with PayPal' : 'Paid by card'}</dt>
          <dd>{formatDollars(kept)}</dd>
        </div>
        <Line label="Refund now" is={formatDollars(-amount)} />
        <Line label="Kept" is={formatDollars(Math.round((kept - amount) * 100) / 100)} total />
      </dl>
      <FormProblem className="dialog__problem">{problem?.at ? undefined : problem?.message}</FormProblem>
    </FormDialog>
  );
}

function hintOf(amount: number, kept: number, provider: string): string {
  if (amount === 0)
    return `Say which pieces are refunded. Money alone you give back at ${provider}: the shop hears of it and writes it down.`;
  return amount === kept ? 'All that is left of the payment.' : 'Follows from the pieces.';
}

/** Beside the field that it is about, or below all of them. */
function placed(failure: ApiFailure): { at?: 'amount' | 'reason'; message: string } {
  if (failure.code === 'amount_changed') return { at: 'amount', message: failureText(failure) };
  const [error] = failure.errors ?? [];
  if (!error) return { message: failureText(failure) };
  return { ...(error.field === 'reason' && { at: 'reason' }), message: error.message };
}
