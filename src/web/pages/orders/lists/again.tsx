import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { href, useNavigate } from 'react-router';
import type { Tool } from '#model/catalogue/tool.ts';
import {
  type AgainChange,
  type AgainRow,
  addChosen,
  againRows,
  againTotals,
  type FormerLine,
  takeBackChosen,
} from '#model/orders/order-again.ts';
import { type LineProblem, noRoom } from '#model/orders/order-list.ts';
import { MAX_PURCHASE_LINES } from '#model/purchases/purchase-life.ts';
import { failureText } from '#texts/failures.ts';
import { useDraft } from '#web/pages/identity/use-draft.ts';
import { useHeadingAfter } from '#web/pages/kernel/use-heading-after.ts';
import orderAgain from '#web/styles/order-again.css?url';
import orderList from '#web/styles/order-list.css?url';
import { Button } from '#web/ui/kernel/button.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { ONE_PRESS } from '#web/ui/kernel/one-press.ts';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import {
  AgainBar,
  AgainLine,
  AgainSkeleton,
  AgainTable,
  chooseId,
  problemId,
  quantityId,
} from '#web/ui/orders/again-table.tsx';
import { addedText, addLabel, fullText, goneSentence, nameOf, standInSentence } from '#web/ui/orders/again-texts.ts';
import { fixLabel, kindOf, problemSentence } from '#web/ui/orders/line-problem-texts.ts';
import { noRoomText } from '#web/ui/orders/no-room-text.ts';
import { weWillWrite } from '#web/ui/orders/shortfall-texts.ts';
import { useWatch } from '../use-watch.ts';
import { WatchProblem } from '../watch-line.tsx';
import { keepList, keptList } from './kept-list.ts';
import { useAlternatives } from './use-alternatives.ts';
import { useToolsNow } from './use-tools-now.ts';

/** The styles of lines with a quantity, and of what is ordered again. */
export const againLinks = () => [orderList, orderAgain].map((href) => ({ rel: 'stylesheet', href }));

/** Either page while it loads. */
export const AgainFallback = () => (
  <>
    <PageHead title="Order again">
      <Skeleton className="sk--inline h-4 w-48 max-w-full" />
    </PageHead>
    <AgainSkeleton />
  </>
);

interface AgainProps {
  /** The id of the purchase or of the list. */
  about: string;
  lines: readonly FormerLine[];
  /** Of whoever is signed in. */
  email: string;
}

/** Former lines at today's prices and stock, to be chosen for the order list. */
export function Again({ about, lines, email }: AgainProps) {
  const again = useAgain(about, lines);
  const { rows, totals, now, problem } = again;
  const alternativesOf = useAlternatives(rows.filter(({ canBeHad }) => !canBeHad).map(({ line }) => line));
  /** The nearest tool that has all pieces of a line, and is in no row. */
  const standInOf = ({ line }: AgainRow): Tool | undefined =>
    alternativesOf(line).find(({ _id }) => !rows.some((row) => row.line.tool === _id));
  const check = useHeadingAfter(now.at, () => void now.check());
  if (now.at === undefined && now.failure)
    return (
      <Failure
        title="Prices and stock could not be checked"
        detail={failureText(now.failure)}
        onRetry={check}
        retrying={now.busy}
      />
    );
  if (now.at === undefined) return <AgainSkeleton />;
  return (
    <>
      <AgainTable>
        {rows.map((row) => (
          <AgainLine
            key={row.line.tool}
            row={row}
            to={href('/purchase/:toolId', { toolId: row.line.tool })}
            onChoose={(chosen) => again.choose(row.line.tool, chosen)}
            onQuantity={(quantity) => again.setQuantity(row.line.tool, quantity)}
          />
        ))}
      </AgainTable>
      <div className="again-notices">
        {rows
          .filter(({ canBeHad }) => !canBeHad)
          .map((row) => (
            <AgainNotice
              key={row.line.tool}
              row={row}
              standIn={again.hasStandIn(row.line.tool) ? undefined : standInOf(row)}
              email={email}
              onTake={(instead) => again.takeInstead(row.line, instead)}
              onHere={() => void now.check()}
            />
          ))}
        {rows.map(
          (row) =>
            row.problem && (
              <AgainProblem
                key={row.line.tool}
                row={row}
                problem={row.problem}
                onQuantity={(quantity) => again.setQuantity(row.line.tool, quantity)}
              />
            ),
        )}
        <FormProblem>{problem}</FormProblem>
      </div>
      <AgainBar totals={totals}>
        <Button variant="primary" size="lg" disabled={totals.chosen === 0} onClick={again.add}>
          {addLabel(totals.chosen)}
        </Button>
      </AgainBar>
    </>
  );
}

interface AgainNoticeProps {
  /** Of a line that cannot be had. */
  row: AgainRow;
  standIn: Tool | undefined;
  /** Where it would be written to. */
  email: string;
  onTake: (instead: Tool) => void;
  /** The pieces are here after all. */
  onHere: () => void;
}

/** Why a line cannot be had, and what can be had instead. */
function AgainNotice({ row, standIn, email, onTake, onHere }: AgainNoticeProps) {
  const { line, tool } = row;
  const watch = useWatch(line.tool, tool !== null, onHere);
  const { known, busy } = watch;
  const asked = known?.pieces ?? undefined;
  const mayAsk = tool !== null && known && (asked !== undefined || known.state !== 'off');
  return (
    <>
      <Notice
        className="notice--line"
        action={
          (standIn ?? mayAsk) && (
            <span className="notice__acts">
              {standIn && (
                <Button size="sm" onClick={() => onTake(standIn)}>
                  Add the {kindOf(standIn.name)}
                </Button>
              )}
              {mayAsk && (
                <Button
                  size="sm"
                  loading={busy}
                  {...ONE_PRESS}
                  onClick={() => void (asked === undefined ? watch.set(line.quantity) : watch.undo())}
                >
                  {asked === undefined ? 'Tell me when it is back' : 'Undo'}
                </Button>
              )}
            </span>
          )
        }
      >
        <b>{goneSentence(row)}</b> {standIn && standInSentence(standIn, line.quantity)}{' '}
        <span role="status">{asked !== undefined && weWillWrite(email, asked)}</span>
      </Notice>
      <WatchProblem watch={watch} email={email} />
    </>
  );
}

const UNDO_SECONDS = 8;

/** Another tool in place of the line of a tool that cannot be had. */
interface StandIn extends FormerLine {
  readonly of: string;
}

const nothingChosen = () => ({
  standIns: [] as readonly StandIn[],
  changes: {} as Readonly<Record<string, AgainChange>>,
});

/** Former lines at today's prices and stock: what is chosen of them, and how that comes into the order list. */
function useAgain(about: string, former: readonly FormerLine[]) {
  const draft = useDraft(`again:${about}`, nothingChosen);
  const { standIns, changes } = draft.typed;
  const [newest, setNewest] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const added = useRef(false);
  const lines = [...former, ...standIns.filter(({ tool }) => !former.some((line) => line.tool === tool))];
  const now = useToolsNow(lines.map(({ tool }) => tool));
  const rows = againRows(lines, now.tools, new Map(Object.entries(changes)));
  const navigate = useNavigate();
  const shown = rows.some(({ line }) => line.tool === newest);
  useEffect(() => {
    if (newest && shown) document.getElementById(chooseId(newest))?.focus();
  }, [newest, shown]);

  function change(tool: string, its: AgainChange) {
    setProblem(undefined);
    draft.type({ changes: { ...changes, [tool]: { ...changes[tool], ...its } } });
  }

  /** Once: the page is left for the order list, and a second press may come before it is. */
  function add() {
    if (added.current) return;
    const before = keptList();
    const after = addChosen(before, rows, Date.now());
    if (!after) {
      const isTooMany = rows.some(
        (row) => row.chosen && row.tool && noRoom(before, row.tool, row.quantity) === 'too-many',
      );
      return setProblem(isTooMany ? noRoomText('too-many') : fullText(MAX_PURCHASE_LINES - before.length));
    }
    added.current = true;
    draft.forget();
    keepList(after);
    void navigate(href('/order-list'));
    showToast({
      ...{ tone: 'success', text: addedText(againTotals(rows).chosen), kind: 'order-list' },
      action: {
        ...{ label: 'Undo', seconds: UNDO_SECONDS },
        onPress: () => keepList(takeBackChosen(keptList(), before, rows)),
      },
    });
  }

  return {
    ...{ rows, now, problem, add },
    totals: againTotals(rows),
    choose: (tool: string, chosen: boolean) => change(tool, { chosen }),
    /** Choosing a quantity also chooses the line. */
    setQuantity: (tool: string, quantity: number) => change(tool, { quantity, chosen: true }),
    hasStandIn: (tool: string) => standIns.some(({ of }) => of === tool),
    /** The other tool gets a row of its own, and the focus once it is there. */
    takeInstead: (of: FormerLine, { _id: tool, name, image }: Tool) => {
      setProblem(undefined);
      setNewest(tool);
      const standIn = { of: of.tool, tool, name, image, quantity: of.quantity, last: null };
      // Should what it stands in for come back, only one of the two is chosen.
      const left = { ...changes, [of.tool]: { ...changes[of.tool], chosen: false } };
      draft.type({ standIns: [...standIns, standIn], changes: left });
    },
  };
}

interface AgainProblemProps {
  row: AgainRow;
  problem: LineProblem;
  onQuantity: (quantity: number) => void;
}

/** Why a line cannot be had in its quantity, and in which it can. */
function AgainProblem({ row: { line, tool, quantity }, problem, onQuantity }: AgainProblemProps) {
  const fixes = problem.fixes.filter(({ code }) => code === 'quantity');
  const { lead, rest } = problemSentence({ ...problem, fixes }, { quantity, seenPrice: 0 }, tool);
  const id = problemId(line.tool);
  /** The button goes with the problem: whoever pressed it with a key goes on at the quantity. */
  function press({ currentTarget: button }: MouseEvent<HTMLElement>, pieces: number) {
    if (button.matches(':focus-visible')) document.getElementById(quantityId(line.tool))?.focus();
    onQuantity(pieces);
  }
  return (
    <Notice
      tone="danger"
      className="notice--line"
      action={
        <span className="notice__acts">
          {problem.fixes.map(
            (fix) =>
              fix.code === 'quantity' && (
                <Button
                  key={fix.quantity}
                  size="sm"
                  aria-describedby={id}
                  onClick={(event) => press(event, fix.quantity)}
                >
                  {fixLabel(fix)}
                </Button>
              ),
          )}
        </span>
      }
    >
      <span id={id}>
        <b>
          {nameOf(tool ?? line)}: {lead}
        </b>{' '}
        {rest}
      </span>
    </Notice>
  );
}
