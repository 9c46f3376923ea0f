import { useEffect, useEffectEvent, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { AwaitedStock, StockNow } from '#model/catalogue/stock-now.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { isDelivery, STOCK_REASONS, type StockMove, undoReason } from '#model/inventory/stock-change.ts';
import { failureText } from '#texts/failures.ts';
import type { Input } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { isArchivedTool } from '../catalogue/archive-tool.ts';
import { leaveWhenNoAdmin } from '../identity/access.ts';
import { showFailure } from '../identity/show-failure.ts';
import { useDraft } from '../identity/use-draft.ts';
import { onShelf, type useStockHistory } from './use-stock-history.ts';

export interface TypedChange {
  kind: keyof typeof STOCK_REASONS;
  pieces: string;
  choice: string;
  /** The note; refusals of the reason are shown here. */
  reason: string;
}

/** A change whose answer was not heard, and its Idempotency-Key. */
const NOT_SENT = { of: '', key: '' };

export type StockForm = UseFormReturn<TypedChange>;

export const emptyChange = (kind: TypedChange['kind']): TypedChange => ({
  ...{ kind, pieces: '', choice: STOCK_REASONS[kind][0], reason: '' },
});

/** A count is sent as it is; the shop books the difference. */
export const isCount = ({ kind, choice }: Pick<TypedChange, 'kind' | 'choice'>): boolean =>
  kind === 'correction' && choice === 'Counted';

/** The form that changes a tool's stock, and the undo of a change. The shop validates, also that what is shown still holds. */
export function useChangeStock(
  id: Tool['_id'],
  { known, reload }: ReturnType<typeof useStockHistory>,
  /** `arrived`: it was a delivery. */
  onChange: (now: AwaitedStock, arrived: boolean) => void,
) {
  const draft = useDraft(`stock:${id}`, () => ({ ...emptyChange('restock'), sent: NOT_SENT }));
  const { kind, pieces, choice, reason } = draft.typed;
  const form: StockForm = useForm<TypedChange>({ defaultValues: { kind, pieces, choice, reason } });
  const typed = useWatch({ control: form.control }) as TypedChange;
  const keep = useEffectEvent(() => draft.type(typed));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is kept as it is made
  useEffect(() => keep(), [typed]);
  const [saved, setSaved] = useState<AwaitedStock & { readonly over: typeof known }>();
  const [undoing, setUndoing] = useState<number>();
  const [isArchived, setArchived] = useState(false);

  async function send(change: Input<'changeStock'>['body']) {
    // The same change keeps its key until it is answered: sent again after a lost answer, also once the form was closed
    // and opened again, it is booked once. Where its move is shown, the shop asks whether another one is meant.
    const of = JSON.stringify(change);
    const sent = draft.typed.sent.of === of ? draft.typed.sent : { of, key: crypto.randomUUID() };
    draft.type({ sent });
    const headers = { 'idempotency-key': sent.key };
    const body = { ...change, shown: known && { shelf: onShelf(known), move: known.rows[0]?.id ?? 0 } };
    const answer = await leaveWhenNoAdmin(await api.call('changeStock', { params: { id }, body, headers }));
    // Nothing was booked now: whoever counts the same once more means it.
    if (answer.ok || answer.failure.code === 'stock_moved') draft.type({ sent: NOT_SENT });
    setArchived(!answer.ok && isArchivedTool(answer.failure));
    return answer;
  }

  const submit = form.handleSubmit(async (sent) => {
    const { kind, pieces, choice, reason: note } = sent;
    setSaved(undefined);
    const reason = note.trim() ? `${choice}: ${note.trim()}` : choice;
    const count = isCount({ kind, choice });
    const answer = await send({ kind, reason, ...(count ? { counted: pieces } : { pieces }) });
    if (!answer.ok) {
      showFailure(form, besidePieces(answer.failure));
      if (answer.failure.code === 'stock_moved') await reload();
      return;
    }
    const typed = form.getValues();
    if (typed.pieces === pieces) form.setFocus('pieces');
    form.reset(withoutSent(typed, sent));
    setSaved({ ...stockOf(answer.value), over: known });
    onChange(stockOf(answer.value), kind === 'restock' && isDelivery(reason));
    await reload();
  });

  async function undo({ id: undoes, pieces, reason }: StockMove) {
    setUndoing(undoes);
    const answer = await send({ kind: 'correction', pieces: -pieces, reason: undoReason(reason), undoes });
    if (answer.ok) {
      setSaved({ ...stockOf(answer.value), over: known });
      onChange(stockOf(answer.value), false);
    } else showToast({ tone: 'danger', text: failureText(answer.failure) });
    if (answer.ok || answer.failure.code === 'stock_moved') await reload();
    setUndoing(undefined);
  }

  function restored() {
    form.clearErrors('root');
    setArchived(false);
  }

  const { isSubmitting: busy } = form.formState;
  /** What was saved, until the history that has it is there. */
  const now: AwaitedStock | undefined = saved && saved.over === known ? saved : known && stockOf(known);
  /** `isArchived`: somebody archived the tool meanwhile. Once it is restored, what was typed can be saved. */
  return { form, submit, isSaved: saved !== undefined, now, undo, undoing, busy, isArchived, restored };
}

/** A machine of the release before says neither how many pieces wait nor for which day. */
const stockOf = ({
  available,
  waiting = 0,
  restock_at = null,
}: Pick<StockNow, 'available'> & Partial<AwaitedStock>) => ({
  ...{ available, waiting, restock_at },
});

/** What was typed while the change was on its way belongs to the next one. */
function withoutSent(typed: TypedChange, sent: TypedChange): TypedChange {
  const empty = emptyChange(typed.kind);
  const left = (field: 'pieces' | 'choice' | 'reason') => (typed[field] === sent[field] ? empty : typed)[field];
  return { kind: typed.kind, pieces: left('pieces'), choice: left('choice'), reason: left('reason') };
}

function besidePieces<F extends { errors?: readonly { field: string; message: string }[] | undefined }>(failure: F): F {
  const errors = failure.errors?.map(({ field, message }) => ({
    field: field === 'counted' ? 'pieces' : field,
    message,
  }));
  return { ...failure, errors };
}
