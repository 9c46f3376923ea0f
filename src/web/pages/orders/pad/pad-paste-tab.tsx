import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { href, useNavigate } from 'react-router';
import { MAX_PAD_LINES, type PadLine } from '#model/orders/pad-line.ts';
import { answersOf, type FoundRow, padTotals, type PadRow as Row } from '#model/orders/pad-rows.ts';
import { countLines, linesNotRead } from '#model/orders/read-pad.ts';
import { failureText } from '#texts/failures.ts';
import { formatList } from '#texts/format.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { March } from '#web/ui/kernel/march.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { PadBar } from '#web/ui/orders/pad-bar.tsx';
import { type LineMark, PadBox } from '#web/ui/orders/pad-box.tsx';
import {
  FileNotice,
  LeftOverNotice,
  NotCheckedNotice,
  SheetsNotice,
  TooLongNotice,
} from '#web/ui/orders/pad-notices.tsx';
import { ChooseRow, ReadingRow, SkippedRow, UnknownRow } from '#web/ui/orders/pad-question.tsx';
import { PadRow } from '#web/ui/orders/pad-row.tsx';
import { summaryOf } from '#web/ui/orders/pad-texts.ts';
import { useHeadingAfter } from '../../kernel/use-heading-after.ts';
import { findTools } from '../find-tools.ts';
import { addToOrderList, readyOf } from './add-pad.ts';
import { keepPad, keptPad, takeBack, useKeptPad } from './kept-pad.ts';
import { focusNextOpen } from './next-open.ts';
import { type Pad, usePad } from './use-pad.ts';
import { usePadFile } from './use-pad-file.ts';

/** Lines as they come, pasted or from a file, beside the tools that they are. */
export function PasteTab() {
  const pad = usePad();
  const file = usePadFile();
  const chooser = useRef<HTMLInputElement>(null);
  const { text, lines } = pad;
  const heads = lines.filter(({ head }) => head).map(({ no }) => no);
  function clear() {
    const before = keptPad();
    keepPad({ text: '', answers: new Map(), leftOver: 0 });
    file.forget();
    const cleared = keptPad();
    const undo = () => takeBack(before, cleared);
    showToast({ tone: 'success', text: 'The pad is cleared.', action: { label: 'Undo', onPress: undo, seconds: 8 } });
    document.querySelector<HTMLElement>('.padbox textarea')?.focus();
  }
  return (
    <div className="padgrid">
      <section aria-label="Your list">
        <PadBox
          text={text}
          marks={marksOf(pad.rows)}
          hint={headHint(heads)}
          file={chooser}
          onText={pad.write}
          onFile={file.take}
        />
        <p className="pad-links">
          <a className="link" href={SAMPLE} download="order-pad-sample.csv">
            <Icon name="download" small />
            Sample file, CSV
          </a>
          {text !== '' && (
            <button type="button" className="textbtn" onClick={clear}>
              Clear the pad
            </button>
          )}
        </p>
        {text.trim() !== '' && <PadForms />}
      </section>
      <section aria-labelledby="pad-found">
        <Notices pad={pad} file={file} chooser={chooser} />
        {text.trim() === '' ? <Nothing /> : <Found pad={pad} />}
      </section>
    </div>
  );
}

const SAMPLE = `data:text/csv;charset=utf-8,${encodeURIComponent('Item number,Quantity\r\nHT-WRA-250,400\r\nHT-HAM-024,24\r\nneedle nose pliers,5 boxes\r\n')}`;

const headHint = (heads: readonly number[]): string | undefined =>
  heads.length === 0
    ? undefined
    : heads.length === 1
      ? `Line ${heads[0]} is a head row and is left out.`
      : `Lines ${formatList(heads.map(String))} are head rows and are left out.`;

const marksOf = (rows: readonly Row[]): ReadonlyMap<number, LineMark> =>
  new Map(
    rows.flatMap(({ kind, line }): [number, LineMark][] =>
      kind === 'choose' ? [[line.no, 'ask']] : kind === 'unknown' ? [[line.no, 'no']] : [],
    ),
  );

interface NoticesProps {
  pad: Pad;
  file: ReturnType<typeof usePadFile>;
  chooser: RefObject<HTMLInputElement | null>;
}

function Notices({ pad, file, chooser }: NoticesProps) {
  const { leftOver, text } = useKeptPad();
  const { problem, sheets } = file;
  const all = countLines(text);
  const again = useHeadingAfter(pad.failure, pad.retry);
  return (
    <>
      <div className="pad-notices">
        {problem && <FileNotice {...problem} onChoose={() => chooser.current?.click()} />}
        {pad.failure && <NotCheckedNotice why={whyNot(pad.failure)} busy={false} onRetry={again} />}
      </div>
      <div className="pad-notices" role="status">
        {sheets && (
          <SheetsNotice
            file={sheets.name}
            sheets={sheets.sheets}
            sheet={sheets.sheet ?? ''}
            lines={sheets.lines}
            onSheet={file.takeSheet}
          />
        )}
        {all > MAX_PAD_LINES && <TooLongNotice lines={all} read={MAX_PAD_LINES} />}
        {leftOver > 0 && text !== '' && <LeftOverNotice lines={leftOver} />}
      </div>
    </>
  );
}

const whyNot = (failure: ApiFailure): string =>
  failure.code === 'unreachable' ? 'The connection failed.' : failureText(failure);

function Nothing() {
  return (
    <>
      <div className="empty">
        <h2 className="h3" id="pad-found">
          Your lines appear here while you paste
        </h2>
        <p className="soft">We look for an item number or a name, and a quantity. These are all understood:</p>
      </div>
      <PadForms />
      <div className="btns">
        <ButtonLink to={href('/dashboard/lists')} icon="list">
          Start from a saved list
        </ButtonLink>
        <ButtonLink to={href('/dashboard/myorders')} icon="refresh">
          Start from an earlier purchase
        </ButtonLink>
      </div>
    </>
  );
}

function Found({ pad }: { pad: Pad }) {
  const navigate = useNavigate();
  const { rows, lines, answers, reading, failure } = pad;
  const totals = padTotals(rows);
  const after = useFocusAfter();
  const skipped = lines.filter(({ key, head }) => !head && answers.get(key)?.skipped);
  const places = [...rows, ...skipped.map((line) => ({ kind: 'skipped' as const, line }))].toSorted(
    (one, other) => one.line.no - other.line.no,
  );
  const open = (line: PadLine) => ({
    line,
    find: findTools,
    onTake: (tool: FoundRow['tool']) => {
      pad.answer(line, { tool });
      after.line(line);
    },
    onSkip: () => skip(line),
  });
  function skip(line: PadLine) {
    pad.answer(line, { skipped: true });
    after.line(line);
  }
  function remove(line: PadLine) {
    pad.answer(line, { skipped: true });
    after.row(line);
  }
  function takeBack(line: PadLine) {
    pad.takeBack(line);
    after.row(line);
  }
  // The text that is added once it is read and looked up.
  const [wanted, setWanted] = useState<string>();
  const addWanted = useEffectEvent(() => {
    setWanted(undefined);
    add();
  });
  useEffect(() => {
    if (wanted !== undefined && wanted !== pad.text) setWanted(undefined);
    else if (wanted !== undefined && !reading) addWanted();
  }, [wanted, pad.text, reading]);
  function press() {
    if (!reading) return add();
    pad.readNow();
    setWanted(pad.text);
  }
  function add() {
    addToOrderList(rows, {
      toList: () => void navigate(href('/order-list')),
      toPad: () => void navigate(href('/order-pad')),
      leave: (left) => {
        const more = linesNotRead(pad.text);
        const open = left.map(({ line }) => line);
        const heads = lines.filter(({ head }) => head && open.length + more.length > 0);
        const text = [textOf([...heads, ...open]), ...more].filter(Boolean).join('\n');
        return { text, answers: answersOf(open, answers), leftOver: open.length + more.length };
      },
    });
  }
  if (failure && rows.every(({ kind }) => kind === 'reading'))
    return (
      <h2 className="sr" id="pad-found">
        What we found
      </h2>
    );
  return (
    <>
      <div className="pad-found">
        <h2 className="h3" id="pad-found">
          What we found
        </h2>
        <p className="pad-found__count">
          {reading && <March />}
          <span role="status">
            {rows.every(({ kind }) => kind === 'reading') ? 'Reading your lines' : summaryOf(totals)}
          </span>
        </p>
      </div>
      <RowsHead />
      <ol className="prows">
        {places.map((row) => {
          const { line } = row;
          if (row.kind === 'skipped') return <SkippedRow key={line.key} line={line} onUndo={() => takeBack(line)} />;
          if (row.kind === 'reading') return <ReadingRow key={line.key} line={line} />;
          if (row.kind === 'choose') return <ChooseRow key={line.key} {...open(line)} tools={row.tools} />;
          if (row.kind === 'unknown') return <UnknownRow key={line.key} {...open(line)} />;
          return (
            <PadRow
              key={line.key}
              row={row}
              onQuantity={(quantity) => pad.answer(line, { quantity })}
              onRemove={() => remove(line)}
            />
          );
        })}
      </ol>
      <PadBar
        totals={totals}
        ready={readyOf(rows)}
        hint={reading || failure ? undefined : 'Choose a tool for at least one line.'}
        onAdd={press}
      />
    </>
  );
}

function RowsHead() {
  return (
    <div className="prow prow--head" aria-hidden="true">
      <span>Line</span>
      <span />
      <span>Tool</span>
      <span>Quantity</span>
      <span>Each</span>
      <span>Total</span>
      <span />
    </div>
  );
}

const textOf = (lines: readonly PadLine[]): string =>
  lines
    .toSorted((one, other) => one.no - other.no)
    .map(({ text }) => text)
    .join('\n');

/** What was pressed goes: the focus moves on to the next line that needs an answer, or to what adds them. */
function useFocusAfter() {
  const next = useRef<() => void>(undefined);
  useEffect(() => {
    const move = next.current;
    next.current = undefined;
    if (move && document.activeElement === document.body) move();
  });
  return {
    line: ({ no }: PadLine) => {
      next.current = () => focusNextOpen(no) || document.querySelector<HTMLElement>('.sumbar .btn')?.focus();
    },
    row: ({ no }: PadLine) => {
      next.current = () => document.querySelector<HTMLElement>(`[data-line="${no}"] :is(input, button)`)?.focus();
    },
  };
}

const FORMS = [
  ['HT-WRA-250 400', 'item number, then quantity'],
  ['20x HT-WRA-250', 'quantity first'],
  ['5 boxes needle nose pliers', 'boxes and plain names'],
  ['two columns of a spreadsheet', 'any order, with or without a head'],
] as const;

/** What the order pad understands. */
function PadForms() {
  return (
    <dl className="forms">
      {FORMS.map(([typed, meaning]) => (
        <div key={typed}>
          <dt>{typed}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
