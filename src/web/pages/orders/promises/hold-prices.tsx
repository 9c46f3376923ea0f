import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { eachOf } from '#model/catalogue/ladder-cost.ts';
import type { SignedIn } from '#model/identity/person.ts';
import { centsToDollars, subtractCents } from '#model/kernel/money.ts';
import type { ListTotals, ToolsNow } from '#model/orders/order-list.ts';
import { MakePromise, promisedUntil } from '#model/orders/promise.ts';
import { failureText } from '#texts/failures.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { promisedUntilText } from '#texts/promised-until.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { personalStorage } from '#web/api/personal-storage.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { FormDialog } from '#web/ui/kernel/dialogs.tsx';
import { TextArea } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { Line } from '#web/ui/kernel/line.tsx';
import { useNow } from '#web/ui/kernel/use-now.ts';
import { promisePage } from '#web/ui/orders/purchase-link.ts';
import type { ListDetails } from '../lists/use-list-form.ts';
import { refusalsOf } from '../lists/use-list-purchase.ts';
import type { OrderList } from '../lists/use-order-list.ts';
import { makePromise } from './make-promise.ts';

interface HoldPricesProps {
  user: SignedIn;
  list: OrderList;
  tools: ToolsNow;
  totals: ListTotals;
  /** Tools are missing in it whose price is not known. */
  incomplete: boolean;
  /** Asks for prices and stock again. */
  check: () => Promise<void>;
  /** Focused when the question closes: the first line in the way, null without one. */
  finalFocus: () => HTMLElement | null;
  /** Calls back with what was typed beside the list, once all of it can be used. */
  withDetails: (then: (details: ListDetails) => void) => void;
}

const Note = MakePromise.shape.note;

/** Makes a document of the list as it is, which stays as it is. */
export function HoldPrices(props: HoldPricesProps) {
  const { user, list, tools, totals, incomplete, check, finalFocus, withDetails } = props;
  const navigate = useNavigate();
  const [details, setDetails] = useState<ListDetails>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const kept = `promise-note:${user.uid}`;
  const form = useForm({ mode: 'onTouched', defaultValues: { note: personalStorage.getItem(kept) ?? '' } });
  const now = useNow();
  const amount = centsToDollars(subtractCents(totals.goods, totals.guard));

  function open(typed: ListDetails) {
    setProblem(undefined);
    setDetails(typed);
  }

  const hold = form.handleSubmit(async ({ note }) => {
    if (!details || busy || incomplete) return;
    setBusy(true);
    setProblem(undefined);
    const lines = list.lines.flatMap(({ tool: id, quantity }) => {
      const tool = tools.get(id);
      return tool ? [{ tools_id: id, quantity, tools_price: eachOf(tool, quantity) }] : [];
    });
    const made = await makePromise(user.uid, { ...details, note, lines, amount });
    if (!made.ok)
      return refuse(
        made.failure,
        lines.map((line) => line.tools_id),
      );
    personalStorage.removeItem(kept);
    await navigate(promisePage(made.value));
  });

  async function refuse(failure: ApiFailure, ids: readonly string[]) {
    const refused = failure.code === 'lines_refused';
    if (refused || failure.code === 'amount_differs') await check();
    setBusy(false);
    if (!refused) return setProblem(failureText(failure));
    list.refuse(refusalsOf(failure, ids));
    setDetails(undefined);
  }

  return (
    <>
      <Button icon="calendar" disabled={list.problems.size > 0 || incomplete} onClick={() => withDetails(open)}>
        Hold these prices
      </Button>
      <FormDialog
        open={details !== undefined}
        onClose={() => setDetails(undefined)}
        title="Hold these prices"
        submitLabel="Hold these prices"
        submitLook="ink"
        finalFocus={finalFocus}
        busy={busy}
        wide
        onSubmit={(event) => void hold(event)}
      >
        <p>
          A numbered document with {totals.tools === 1 ? 'this price' : `these ${formatCount(totals.tools)} prices`}.
          Anyone with its link can read it, and pay it by card.
        </p>
        <dl className="lines">
          <Line label="Prices held until" is={promisedUntilText(promisedUntil(new Date(now)).toISOString())} />
          <Line label="Total price" is={formatDollars(amount)} />
        </dl>
        <TextArea
          label={
            <>
              Note for the person who approves <span className="muted">(optional)</span>
            </>
          }
          rows={2}
          error={form.formState.errors.note?.message}
          {...form.register('note', {
            validate: (note) => Note.safeParse(note).error?.issues[0]?.message ?? true,
            onChange: (event) => personalStorage.setItem(kept, event.target.value),
          })}
        />
        <p className="small soft">Prices are held. Stock is not: it is checked when the order is paid.</p>
        <FormProblem>{problem}</FormProblem>
      </FormDialog>
    </>
  );
}
