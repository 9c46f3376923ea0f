import type { MouseEvent, ReactNode } from 'react';
import { formatCount } from '#texts/format.ts';
import { Button } from '../kernel/button.tsx';
import { Notice } from '../kernel/notice.tsx';
import { fixLabel } from './line-problem-texts.ts';
import { manyLines } from './list-counts.ts';
import { type PadFileTrouble, padFileText } from './pad-file-texts.ts';
import type { RowProblem } from './pad-texts.ts';

const act = (button: ReactNode) => <span className="notice__acts">{button}</span>;

interface LineNoticeProps {
  id: string;
  problem: RowProblem;
  onQuantity: (quantity: number) => void;
}

/** What stands in the way of a line, with what mends it. */
export function LineNotice({ id, problem: { lead, rest, fixes }, onQuantity }: LineNoticeProps) {
  /** The button goes with the problem: whoever pressed it with a key stays at the quantity. */
  function press({ currentTarget: button }: MouseEvent<HTMLElement>, quantity: number) {
    if (button.matches(':focus-visible')) button.closest('li')?.querySelector('input')?.focus();
    onQuantity(quantity);
  }
  return (
    <Notice
      tone="danger"
      className="notice--line"
      action={
        fixes.length > 0 &&
        act(
          fixes.map((fix) => (
            <Button key={fix.quantity} size="sm" aria-describedby={id} onClick={(event) => press(event, fix.quantity)}>
              {fixLabel(fix)}
            </Button>
          )),
        )
      }
    >
      <span id={id}>
        <b>{lead}</b> {rest}
      </span>
    </Notice>
  );
}

export function FileNotice({ code, name, onChoose }: { code: PadFileTrouble; name: string; onChoose: () => void }) {
  const { lead, rest } = padFileText(code, name);
  return (
    <Notice tone="danger" role="alert" action={act(<Button onClick={onChoose}>Choose another file</Button>)}>
      <b>{lead}</b> {rest}
    </Notice>
  );
}

interface SheetsNoticeProps {
  file: string;
  sheets: readonly string[];
  sheet: string;
  lines: number;
  onSheet: (sheet: string) => void;
}

export function SheetsNotice({ file, sheets, sheet, lines, onSheet }: SheetsNoticeProps) {
  const which = sheet === sheets[0] ? 'the first, ' : '';
  return (
    <Notice
      tone="warning"
      action={act(
        <select
          className="btn"
          aria-label={`Choose a sheet of ${file}`}
          value=""
          onChange={(event) => onSheet(event.currentTarget.value)}
        >
          <option value="" hidden>
            Choose a sheet
          </option>
          {sheets.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>,
      )}
    >
      <b>
        {file} has {formatCount(sheets.length)} sheets.
      </b>{' '}
      We read {which}&ldquo;{sheet}&rdquo;, {manyLines(lines)}.
    </Notice>
  );
}

export function TooLongNotice({ lines, read }: { lines: number; read: number }) {
  return (
    <Notice tone="warning">
      <b>This list has {manyLines(lines)}.</b> The first {formatCount(read)} are read.
    </Notice>
  );
}

export function NotCheckedNotice({ why, busy, onRetry }: { why: string; busy: boolean; onRetry: () => void }) {
  return (
    <Notice
      tone="danger"
      role="alert"
      action={act(
        <Button loading={busy} onClick={onRetry}>
          Try again
        </Button>,
      )}
    >
      <b>These lines could not be checked.</b> {why} Your list is kept.
    </Notice>
  );
}

export function LeftOverNotice({ lines }: { lines: number }) {
  return (
    <Notice tone="warning">
      <b>
        {manyLines(lines)} {lines === 1 ? 'was' : 'were'} not added.
      </b>
    </Notice>
  );
}
