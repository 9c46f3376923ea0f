import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Tool } from '#model/catalogue/tool.ts';
import { formatCount } from '#model/kernel/count.ts';
import { api } from '#web/api/session.ts';
import { StockMoves, StockMovesSkeleton } from '#web/ui/catalogue/stock-moves.tsx';
import { Button } from '#web/ui/kernel/button.tsx';
import { TextField } from '#web/ui/kernel/field.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { RecordDialog } from '#web/ui/kernel/record-dialog.tsx';
import { RetryNotice } from '#web/ui/kernel/retry-notice.tsx';
import { showFailure } from '../identity/show-failure.ts';
import { leaveWhenNoAdmin } from '../kernel/access.ts';
import { useStockHistory } from './use-stock-history.ts';

interface TypedChange {
  kind: 'restock' | 'correction';
  pieces: string;
  reason: string;
}

const NOTHING: TypedChange = { kind: 'restock', pieces: '', reason: '' };

interface StockPanelProps {
  tool: Tool;
  open: boolean;
  onClose: () => void;
  /** Hears what is available after a change. */
  onChange: (available: number) => void;
}

/** The stock of one tool. What was typed goes to the shop, which judges it. */
export function StockPanel({ tool, open, onClose, onChange }: StockPanelProps) {
  const history = useStockHistory(tool._id);
  const form = useForm<TypedChange>({ defaultValues: NOTHING });
  const { errors, isSubmitting } = form.formState;
  const [saved, setSaved] = useState<number>();
  const key = useRef<{ of: string; key: string }>(undefined);
  const kind = form.watch('kind');

  const submit = form.handleSubmit(async (body) => {
    setSaved(undefined);
    // The same wish keeps its key until it is answered: sent again after a lost answer, it is granted once.
    const of = JSON.stringify(body);
    if (key.current?.of !== of) key.current = { of, key: crypto.randomUUID() };
    const headers = { 'idempotency-key': key.current.key };
    const answer = await leaveWhenNoAdmin(await api.call('changeStock', { params: { id: tool._id }, body, headers }));
    if (!answer.ok) return showFailure(form, answer.failure);
    key.current = undefined;
    form.setFocus('pieces');
    form.reset({ ...NOTHING, kind: body.kind });
    setSaved(answer.value.available);
    onChange(answer.value.available);
    await history.reload();
  });

  const available = saved ?? history.known?.available ?? tool.available_quantity;
  return (
    <RecordDialog
      open={open}
      onClose={onClose}
      title="Stock"
      description={tool.name}
      busy={isSubmitting}
      submitLabel="Save"
      onSubmit={submit}
      historyTitle="How it came about"
      history={<History {...history} />}
    >
      <p className="stock__now" role="status">
        <b>{formatCount(available)}</b> available{saved !== undefined && ' now. Saved.'}
      </p>
      <fieldset className="opts">
        <legend className="sr">What happened</legend>
        <label className="check">
          <input type="radio" value="restock" {...form.register('kind')} />
          Restock
        </label>
        <label className="check">
          <input type="radio" value="correction" {...form.register('kind')} />
          Correction
        </label>
      </fieldset>
      <div className="row2 stack">
        <TextField
          label="Pieces"
          autoComplete="off"
          inputMode={kind === 'restock' ? 'numeric' : 'text'}
          error={errors.pieces?.message}
          hint={kind === 'restock' ? 'They are added.' : 'With a minus when some are missing: −3.'}
          {...form.register('pieces')}
        />
        <TextField label="Reason" autoComplete="off" error={errors.reason?.message} {...form.register('reason')} />
      </div>
      {errors.root && (
        <Notice tone="danger" role="alert" className="dialog__problem">
          {errors.root.message}
        </Notice>
      )}
    </RecordDialog>
  );
}

function History({ known, problem, busy, reload, loadEarlier }: ReturnType<typeof useStockHistory>) {
  return (
    <>
      {known && <StockMoves moves={known.moves} />}
      {!known && !problem && <StockMovesSkeleton />}
      {problem && <RetryNotice problem={problem} busy={busy} onRetry={() => void reload()} />}
      {known?.before && !problem && (
        <Button size="sm" loading={busy} onClick={() => void loadEarlier()}>
          Earlier moves
        </Button>
      )}
    </>
  );
}
