import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { eachOf } from '#model/catalogue/ladder-cost.ts';
import { MAX_QUANTITY } from '#model/catalogue/quantity.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { centsToDollars } from '#model/kernel/money.ts';
import type { Order, Purchase } from '#model/orders/order.ts';
import { limitsOf } from '#model/orders/order-list.ts';
import { discountPercent, orderPrice } from '#model/pricing/price.ts';
import { failureText } from '#texts/failures.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { FormDialog } from '#web/ui/kernel/dialogs.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { Line } from '#web/ui/kernel/line.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { keptLines } from '#web/ui/orders/purchase-story.ts';
import { QuantityField } from '#web/ui/orders/quantity-field.tsx';
import { limitSentence } from '#web/ui/orders/quantity-limits.ts';
import { focusOnce, ToolFinder } from '#web/ui/orders/tool-finder.tsx';
import { GuardLines } from '#web/ui/pricing/guard-lines.tsx';
import { pageHeading } from '../kernel/page-heading.ts';
import { useReload } from '../kernel/use-reload.ts';
import { findTools } from './find-tools.ts';
import { askForTool } from './tool-ahead.ts';
import { PAID_FIRST, settle } from './use-line-questions.ts';

interface Wanted {
  readonly tool: Tool;
  readonly quantity: number;
  /** What is to be paid then, as it is shown. */
  readonly amount: number;
  /** Whether the purchase had none of it. */
  readonly adds: boolean;
}

/** Milliseconds, and how often: the provider closes a payment within seconds, or does not answer. */
const CLOSING = { pause: 2_000, tries: 10 };

/** Changes the quantity of a line of an unpaid purchase, or adds a tool to it, in a dialog. */
export function useChangeLine(purchase: Purchase) {
  const reload = useReload();
  const [asked, setAsked] = useState<{ line: Order | undefined; no: number; open: boolean }>();
  const [done, setDone] = useState(false);
  const ask = (line?: Order) => {
    setDone(false);
    setAsked({ line, no: (asked?.no ?? 0) + 1, open: true });
  };

  /** Returns why not. */
  async function change({ tool, quantity, amount, adds }: Wanted): Promise<string | undefined> {
    const line = { tools_id: tool._id, quantity, tools_price: eachOf(tool, quantity) };
    const send = () => api.call('changePurchase', { params: { id: purchase.id }, body: { lines: [line], amount } });
    let answer = await send();
    for (let tries = 1; !answer.ok && answer.failure.code === 'payment_closing' && tries < CLOSING.tries; tries += 1) {
      await new Promise((over) => setTimeout(over, CLOSING.pause));
      answer = await send();
    }
    const isDone = ({ lines }: Purchase) =>
      lines.some((it) => it.tools_id === tool._id && it.quantity === quantity && it.state !== 'cancelled');
    const what = 'the change was made';
    const { why, unseen } = await settle(purchase.id, answer, { isDone, unchanged: () => NOTHING_CHANGED, what });
    if (!unseen) await reload();
    if (!answer.ok && why) return whyNot(answer.failure) ?? why;
    setDone(true);
    const text = `${adds ? 'Added' : 'Changed'}: ${formatCount(quantity)} × ${tool.name}.`;
    showToast({ tone: 'success', text });
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

const NOTHING_CHANGED = 'The shop did not answer. Nothing is changed so far; try again.';

/** What stands in the dialog already is fetched anew, so that the reason is enough. */
const WHY: Partial<Record<string, string>> = {
  already_paid: PAID_FIRST,
  price_changed: 'The price has changed. Check what there is to pay then.',
  amount_differs: 'The amount to pay has changed. Check what there is to pay then.',
  out_of_stock: 'Others were faster. Check what is left.',
};

function whyNot({ code, lines: [refused] = [] }: ApiFailure): string | undefined {
  return WHY[refused?.code ?? code] ?? (refused && failureText({ status: 409, ...refused }));
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

function ChangeLine({ purchase: now, line: asked, open, onChange, onClose, finalFocus }: ChangeLineProps) {
  // What was changed by then is in both sums otherwise, while the dialog closes.
  const [sent, setSent] = useState<Purchase>();
  const purchase = sent ?? now;
  const [tool, setTool] = useState<Tool>();
  const [words, setWords] = useState('');
  const [typed, setTyped] = useState<number | null>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const look = useCallback(async (id: Order['tools_id']) => {
    const answer = await askForTool(id);
    if (answer.ok) setTool(answer.value);
    else setProblem(answer.failure.code === 'tool_not_found' ? GONE : failureText(answer.failure));
  }, []);
  useEffect(() => {
    if (asked) void look(asked.tools_id);
  }, [asked, look]);

  const line = keptLines(purchase).find(({ tools_id }) => tools_id === (asked?.tools_id ?? tool?._id));
  const quantity = typed === undefined ? (line?.quantity ?? tool?.min_quantity ?? null) : typed;
  const limits = tool && limitsWith(tool, purchase, line);
  const wrong = limits && limitSentence(quantity, limits);
  const then = tool && quantity !== null && !wrong ? afterChange(purchase, line, tool, quantity) : undefined;
  const ready = tool && quantity !== null && then && quantity !== line?.quantity;
  function take(pieces: number | null) {
    setTyped(pieces);
    setProblem(undefined);
  }
  function takeOther() {
    setTool(undefined);
    setTyped(undefined);
    setProblem(undefined);
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!ready || busy) return;
    setBusy(true);
    setSent(purchase);
    const why = await onChange({ tool, quantity, amount: then.amount, adds: !line });
    if (why) await look(tool._id);
    if (why) setSent(undefined);
    setBusy(false);
    setProblem(why);
    if (!why) onClose();
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      finalFocus={finalFocus}
      title={asked ? 'Change the quantity' : 'Add a tool'}
      submitLabel={ready ? `${line ? 'Change to' : 'Add'} ${formatCount(quantity)}` : line ? 'Change' : 'Add'}
      submitLook="ink"
      submitOff={!ready}
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      {asked || tool ? (
        <p className="change-line__tool">
          <b>{asked?.tools_name ?? tool?.name}</b>{' '}
          {!asked && (
            <button type="button" className="link" onClick={takeOther}>
              Another tool
            </button>
          )}
        </p>
      ) : (
        <div className="field">
          <span className="label" aria-hidden="true">
            Item number or name
          </span>
          <ToolFinder
            ref={focusOnce}
            label="Item number or name"
            words={words}
            onWords={setWords}
            find={findTools}
            onTake={setTool}
          />
        </div>
      )}
      {tool && limits ? (
        <>
          <QuantityField
            ref={focusOnce}
            quantity={quantity}
            limits={limits}
            marks={tool.steps.map(({ from }) => from)}
            onChange={take}
            onTake={take}
          />
          <Sums soFar={purchase.amount} then={then} />
        </>
      ) : (
        asked && !problem && <Skeleton className="change-line__waits" />
      )}
      <FormProblem className="dialog__problem">{problem}</FormProblem>
    </FormDialog>
  );
}

const GONE = 'This tool is no longer sold. What you have of it stays; it can only be cancelled.';

/** What is held of the line counts as there. */
function limitsWith(tool: Tool, { holdUntil }: Purchase, line: Order | undefined) {
  const available = tool.available_quantity + (holdUntil && line ? line.quantity : 0);
  return { ...limitsOf(tool), available: Math.min(available, MAX_QUANTITY) };
}

/** What its line costs with another quantity, and what is to be paid then for the whole purchase, in dollars. */
function afterChange(purchase: Purchase, line: Order | undefined, tool: Tool, quantity: number) {
  const percent = purchase.discount > 0 ? discountPercent(purchase) : 0;
  const price = orderPrice(tool, quantity, percent);
  const rest = purchase.amount - (line?.amount ?? 0);
  return { quantity, percent, price, amount: Math.round(rest * 100 + price.amount) / 100 };
}

interface SumsProps {
  soFar: number;
  then: ReturnType<typeof afterChange> | undefined;
}

function Sums({ soFar, then }: SumsProps) {
  return (
    <dl className="lines">
      {then && (
        <>
          {then.price.guardedBy ? (
            <GuardLines price={then.price} quantity={then.quantity} />
          ) : (
            <Line
              label={`${formatCount(then.quantity)} × ${formatDollars(then.price.each)}`}
              is={formatDollars(centsToDollars(then.price.total))}
            />
          )}
          {then.percent > 0 && (
            <Line
              label={`First order, ${then.percent}% off`}
              is={formatDollars(-centsToDollars(then.price.discount))}
              deduction
            />
          )}
        </>
      )}
      <Line label="Amount to pay so far" is={formatDollars(soFar)} />
      <Line label="Amount to pay then" is={then ? formatDollars(then.amount) : '–'} total />
    </dl>
  );
}
