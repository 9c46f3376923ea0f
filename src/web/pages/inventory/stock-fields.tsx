import { type ReactNode, useId } from 'react';
import type { AwaitedStock } from '#model/catalogue/stock-now.ts';
import { isDelivery, readSigned, STOCK_REASONS } from '#model/inventory/stock-change.ts';
import { formatCount } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { goesToWaiting } from '#texts/sold-ahead.ts';
import { TextField } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { RequiredNote } from '#web/ui/kernel/required-note.tsx';
import { emptyChange, isCount, type StockForm, type TypedChange } from './use-change-stock.ts';

interface StockFieldsProps {
  form: StockForm;
  now: AwaitedStock;
  /** All pieces in stock; undefined while loading. */
  onShelf: number | undefined;
  /** Where somebody archived the tool meanwhile. */
  restore: ReactNode;
}

export function StockFields({ form, now, onShelf, restore }: StockFieldsProps) {
  const reasonId = useId();
  const { errors } = form.formState;
  const [kind, pieces, choice] = form.watch(['kind', 'pieces', 'choice']);
  const counts = isCount({ kind, choice });
  // Each kind has its own reasons.
  const onKind = () => form.setValue('choice', emptyChange(form.getValues('kind')).choice);
  return (
    <>
      <fieldset className="opts">
        <legend className="sr">What happened</legend>
        <label className="check">
          <input type="radio" value="restock" {...form.register('kind', { onChange: onKind })} />
          Restock
        </label>
        <label className="check">
          <input type="radio" value="correction" {...form.register('kind', { onChange: onKind })} />
          Correction
        </label>
      </fieldset>
      <RequiredNote />
      <div className="row2 stack">
        <TextField
          label={counts ? 'Pieces on the shelf' : 'Pieces'}
          autoComplete="off"
          aria-required
          inputMode={kind === 'restock' || counts ? 'numeric' : 'text'}
          error={errors.pieces?.message}
          hint={counts ? countHint(onShelf, pieces) : changeHint({ kind, pieces, choice }, now)}
          {...form.register('pieces')}
        />
        <div className="field">
          <label htmlFor={reasonId}>Reason</label>
          <select key={kind} id={reasonId} className="in" {...form.register('choice')}>
            {STOCK_REASONS[kind].map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
          </select>
        </div>
      </div>
      <TextField
        label="Note"
        autoComplete="off"
        error={errors.reason?.message}
        hint="Optional. Only admins see it."
        {...form.register('reason')}
      />
      <FormProblem className="dialog__problem">{errors.root?.message}</FormProblem>
      {errors.root && restore}
    </>
  );
}

function changeHint({ kind, pieces, choice }: Omit<TypedChange, 'reason'>, now: AwaitedStock): string {
  const { available, waiting, restock_at: day } = now;
  const added = readSigned(pieces);
  const arrives = day !== null && kind === 'restock' && added > 0 && isDelivery(choice);
  const ends = arrives ? ` The delivery of ${formatDeliveryDay(day)} counts as arrived.` : '';
  if (waiting > 0 && added > 0) return goesToWaiting({ available: available + added, waiting }) + ends;
  const then = kind === 'restock' && added < 0 ? Number.NaN : available + added;
  if (then >= 0) return `${formatCount(available)} becomes ${formatCount(then)}.${ends}`;
  return kind === 'restock' ? 'They are added.' : 'With a minus when some are missing: −3.';
}

function countHint(onShelf: number | undefined, typed: string): string {
  const counted = readSigned(typed);
  if (onShelf === undefined || !(counted >= 0))
    return 'All that lie there, those of orders too. The difference is booked.';
  const off = counted - onShelf;
  if (off === 0) return 'As many as the shop knows of.';
  return `${formatCount(onShelf)} becomes ${formatCount(counted)}: ${formatCount(Math.abs(off))} ${off < 0 ? 'fewer' : 'more'}.`;
}
