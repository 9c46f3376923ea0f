import { type FormEvent, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Tool } from '#model/catalogue/tool.ts';
import { centsToDollars } from '#model/kernel/money.ts';
import type { Order, Purchase } from '#model/orders/order.ts';
import { limitsOf } from '#model/orders/order-list.ts';
import { discountPercent, orderPrice } from '#model/pricing/price.ts';
import { failureText } from '#texts/failures.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { api } from '#web/api/identity/session.ts';
import { FormDialog } from '#web/ui/kernel/dialogs.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { Line } from '#web/ui/kernel/line.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { keptLines } from '#web/ui/orders/purchase-story.ts';
import { QuantityField } from '#web/ui/orders/quantity-field.tsx';
import { limitSentence } from '#web/ui/orders/quantity-limits.ts';
import { ToolFinder } from '#web/ui/orders/tool-finder.tsx';
import { GuardLines } from '#web/ui/pricing/guard-lines.tsx';
import { pageHeading } from '../kernel/page-heading.ts';
import { findTools } from './find-tools.ts';
import { askForTool } from './tool-ahead.ts';
import { isClosing, type LineWord, PAID_FIRST } from './use-line-questions.ts';

interface Wanted {
  readonly tool: Tool;
  readonly quantity: number;
}

/** Changes the quantity of a line of an unpaid purchase, or adds a tool to it, in a dialog. */
export function useChangeLine(purchase: Purchase, word: LineWord) {
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState<{ line: Order | undefined; no: number; open: boolean }>();
  const [done, setDone] = useState(false);
  // Its payment is being closed; then the change is made, or it does not fit any more.
  const [waits, setWaits] = useState<Wanted>();
  const { id, state } = purchase;
  const ask = (line?: Order) => {
    setDone(false);
    setAsked({ line, no: (asked?.no ?? 0) + 1, open: true });
  };
  useEffect(() => {
    if (!waits || isClosing(state)) return;
    setWaits(undefined);
    void send(id, waits).then(async (why) => {
      word.say(typeof why === 'string' ? why : undefined);
      await revalidate();
    });
  }, [waits, state, id, word.say, revalidate]);

  /** Returns why not. */
  async function change(wanted: Wanted): Promise<string | undefined> {
    word.say(undefined);
    const answer = await send(id, wanted);
    if (typeof answer === 'string') return answer;
    setDone(true);
    if (answer.pending) setWaits(wanted);
    else
      showToast({
        tone: 'success',
        text: `Changed: ${formatCount(wanted.quantity)} × ${wanted.tool.name}.`,
      });
    await revalidate();
    return undefined;
  }

  const dialog = asked && (
    <ChangeLine
      key={asked.no}
      purchase={purchase}
      {...asked}
      onChange={change}
      onClose={() => setAsked({ ...asked, open: false })}
      // The lines are drawn anew with another amount.
      finalFocus={() => (done ? pageHeading() : null)}
    />
  );
  return { ask, dialog };
}

/** Sent twice it is one change: it says what is wanted, not by how much it differs. */
async function send(id: Purchase['id'], { tool, quantity }: Wanted): Promise<string | { pending: boolean }> {
  const line = { tools_id: tool._id, quantity, tools_price: orderPrice(tool, quantity, 0).each };
  const answer = await api.call('changePurchase', { params: { id }, body: { lines: [line] } });
  if (answer.ok) return { pending: answer.value.pending ?? false };
  const { code, lines } = answer.failure;
  if (code === 'already_paid') return PAID_FIRST;
  const [refused] = lines ?? [];
  return failureText(refused ? { status: 409, ...refused } : answer.failure);
}

interface ChangeLineProps {
  purchase: Purchase;
  /** Absent to add a tool. */
  line: Order | undefined;
  open: boolean;
  onChange: (wanted: Wanted) => Promise<string | undefined>;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}

function ChangeLine({ purchase, line: asked, open, onChange, onClose, finalFocus }: ChangeLineProps) {
  const [tool, setTool] = useState<Tool>();
  const [words, setWords] = useState('');
  const [typed, setTyped] = useState<number | null>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!asked) return;
    let current = true;
    void askForTool(asked.tools_id).then((answer) => {
      if (!current) return;
      if (answer.ok) setTool(answer.value);
      else setProblem(answer.failure.code === 'tool_not_found' ? GONE : failureText(answer.failure));
    });
    return () => {
      current = false;
    };
  }, [asked]);

  const line = asked ?? keptLines(purchase).find(({ tools_id }) => tools_id === tool?._id);
  const quantity = typed === undefined ? (line?.quantity ?? tool?.min_quantity ?? null) : typed;
  const limits = tool && limitsWith(tool, purchase, line);
  const wrong = limits && limitSentence(quantity, limits);
  const ready = tool && quantity !== null && !wrong && quantity !== line?.quantity;
  function take(pieces: number | null) {
    setTyped(pieces);
    setProblem(undefined);
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!ready || busy) return;
    setBusy(true);
    const why = await onChange({ tool, quantity });
    setBusy(false);
    setProblem(why);
    if (!why) onClose();
  }
  const verb = line ? 'Change to' : 'Add';
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      finalFocus={finalFocus}
      title={asked ? 'Change the quantity' : 'Add a tool'}
      submitLabel={ready ? `${verb} ${formatCount(quantity)}` : line ? 'Change' : 'Add'}
      submitLook="ink"
      submitOff={!ready}
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      {asked || tool ? (
        <p className="change-line__tool">
          <b>{asked?.tools_name ?? tool?.name}</b>
        </p>
      ) : (
        <div className="field">
          <span className="label" aria-hidden="true">
            Item number or name
          </span>
          <ToolFinder label="Item number or name" words={words} onWords={setWords} find={findTools} onTake={setTool} />
        </div>
      )}
      {tool && limits ? (
        <>
          <QuantityField
            // The field of the tool's name, which had the focus, is gone.
            ref={asked ? null : focusOnce}
            quantity={quantity}
            limits={limits}
            marks={tool.steps.map(({ from }) => from)}
            onChange={take}
            onTake={take}
          />
          <Sums purchase={purchase} line={line} tool={tool} quantity={wrong ? null : quantity} />
        </>
      ) : (
        asked && !problem && <Skeleton className="change-line__waits" />
      )}
      <FormProblem className="dialog__problem">{problem}</FormProblem>
    </FormDialog>
  );
}

const focusOnce = (field: HTMLInputElement | null) => field?.focus();

const GONE = 'This tool is no longer sold. What you have of it stays; it can only be cancelled.';

/** What is held of the line counts as there. */
function limitsWith(tool: Tool, { holdUntil }: Purchase, line: Order | undefined) {
  const { available, ...limits } = limitsOf(tool);
  return { ...limits, available: available + (holdUntil && line ? line.quantity : 0) };
}

interface SumsProps {
  purchase: Purchase;
  line: Order | undefined;
  tool: Tool;
  quantity: number | null;
}

function Sums({ purchase, line, tool, quantity }: SumsProps) {
  const percent = purchase.discount > 0 ? discountPercent(purchase) : 0;
  const price = quantity === null ? undefined : orderPrice(tool, quantity, percent);
  const rest = purchase.amount - (line?.amount ?? 0);
  return (
    <dl className="lines">
      {price && quantity !== null && (
        <>
          {price.guardedBy ? (
            <GuardLines price={price} quantity={quantity} />
          ) : (
            <Line
              label={`${formatCount(quantity)} × ${formatDollars(price.each)}`}
              is={formatDollars(centsToDollars(price.total))}
            />
          )}
          {percent > 0 && (
            <Line
              label={`First order, ${percent}% off`}
              is={formatDollars(-centsToDollars(price.discount))}
              deduction
            />
          )}
        </>
      )}
      <Line label="Amount to pay so far" is={formatDollars(purchase.amount)} />
      <Line
        label="Amount to pay then"
        is={price ? formatDollars(Math.round(rest * 100 + price.amount) / 100) : '–'}
        total
      />
    </dl>
  );
}
