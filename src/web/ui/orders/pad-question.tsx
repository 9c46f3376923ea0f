import { type KeyboardEvent, useRef, useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
import type { PadLine } from '#model/orders/pad-line.ts';
import { formatDollars } from '#texts/format.ts';
import { ToolThumb } from '../catalogue/tool-thumb.tsx';
import { Button } from '../kernel/button.tsx';
import { Icon } from '../kernel/icon.tsx';
import { keepUnits } from '../kernel/keep-units.ts';
import { Notice } from '../kernel/notice.tsx';
import { Skeleton } from '../kernel/skeleton.tsx';
import { type FindTools, focusOnce, inStock, ToolFinder } from './tool-finder.tsx';

interface OpenRowProps {
  line: PadLine;
  find: FindTools;
  onTake: (tool: Tool) => void;
  onSkip: () => void;
}

/** A line that may be several tools. */
export function ChooseRow({ line, tools, find, onTake, onSkip }: OpenRowProps & { tools: readonly Tool[] }) {
  const [finding, setFinding] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const could = tools.length === 1 ? 'this tool. Is it?' : `${tools.length} tools. Which one?`;
  return (
    <li className="prow prow--ask" data-line={line.no} data-open="">
      <LineNo no={line.no} />
      <div className="prow__ask">
        <div className="prow__q">
          <p>
            <q>{line.text}</q> could be {could}
          </p>
          <button type="button" className="textbtn" aria-label={`Skip this line: ${line.text}`} onClick={onSkip}>
            Skip this line
          </button>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid everywhere */}
        <div
          ref={group}
          className="cands"
          role="group"
          aria-label={`Which tool is ${line.text}?`}
          onKeyDown={moveAmong}
        >
          {tools.map((tool) => (
            <button key={tool._id} type="button" className="cand" onClick={() => onTake(tool)}>
              <ToolThumb image={tool.image} />
              <span>
                <b>{keepUnits(tool.name)}</b>
                <span className="sub">
                  {formatDollars(tool.price)} each, {inStock(tool)}
                </span>
              </span>
            </button>
          ))}
          <button type="button" className="cand" aria-expanded={finding} onClick={() => setFinding(!finding)}>
            <span className="thumb cand__find">
              <Icon name="search" />
            </span>
            <span>
              <b>Another tool</b>
              <span className="sub">Search by name or number</span>
            </span>
          </button>
        </div>
        {finding && (
          <Finder
            line={line}
            find={find}
            onTake={onTake}
            onLeave={() => {
              setFinding(false);
              group.current?.querySelector<HTMLElement>('.cand:last-child')?.focus();
            }}
          />
        )}
      </div>
    </li>
  );
}

/** A line that is no tool. */
export function UnknownRow({ line, find, onTake, onSkip }: OpenRowProps) {
  const [finding, setFinding] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  return (
    <li ref={row} className="prow prow--no" data-line={line.no} data-open="">
      <LineNo no={line.no} />
      <div className="prow__ask">
        <Notice
          tone="danger"
          className="notice--line"
          action={
            <span className="notice__acts">
              <Button
                size="sm"
                className="prow__find"
                aria-label={`Find a tool for ${line.text}`}
                aria-expanded={finding}
                onClick={() => setFinding(!finding)}
              >
                <Icon name="search" small />
                Find a tool
              </Button>
              <Button size="sm" aria-label={`Remove line ${line.no}: ${line.text}`} onClick={onSkip}>
                Remove line
              </Button>
            </span>
          }
        >
          <b>&ldquo;{line.text}&rdquo;</b> is no tool we know. It stays here as typed and is not added.
        </Notice>
        {finding && (
          <Finder
            line={line}
            find={find}
            onTake={onTake}
            onLeave={() => {
              setFinding(false);
              row.current?.querySelector<HTMLElement>('.prow__find')?.focus();
            }}
          />
        )}
      </div>
    </li>
  );
}

type FinderProps = Pick<OpenRowProps, 'line' | 'find' | 'onTake'> & { onLeave: () => void };

function Finder({ line, find, onTake, onLeave }: FinderProps) {
  const [words, setWords] = useState('');
  return (
    <div className="prow__finder">
      <ToolFinder
        ref={focusOnce}
        label={`Name or item number of the tool for line ${line.no}`}
        words={words}
        onWords={setWords}
        find={find}
        onTake={onTake}
        onLeave={onLeave}
      />
    </div>
  );
}

/** A line that was taken off; its place stays until the text changes. */
export function SkippedRow({ line, onUndo }: { line: PadLine; onUndo: () => void }) {
  return (
    <li className="prow prow--gone" data-line={line.no}>
      <LineNo no={line.no} />
      <span className="prow__left">Left out: &ldquo;{line.text}&rdquo;</span>
      <Button size="sm" aria-label={`Undo: line ${line.no}, ${line.text}`} onClick={onUndo}>
        Undo
      </Button>
    </li>
  );
}

/** A line that is being looked up. */
export function ReadingRow({ line }: { line: PadLine }) {
  return (
    <li className="prow" data-line={line.no} aria-busy="true">
      <LineNo no={line.no} />
      <Skeleton className="thumb" />
      <div className="prow__name">
        <Skeleton className="w-64 max-w-full h-4" />
        <span className="prow__typed">&ldquo;{line.text}&rdquo;</span>
      </div>
      <Skeleton className="prow__qty h-11" />
    </li>
  );
}

const LineNo = ({ no }: { no: number }) => (
  <span className="prow__n">
    <span className="sr">Line </span>
    {no}
  </span>
);

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Arrows move among the tools; Alt with an arrow is another command. */
function moveAmong(event: KeyboardEvent<HTMLElement>): void {
  const step = event.altKey ? undefined : STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('.cand')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}
