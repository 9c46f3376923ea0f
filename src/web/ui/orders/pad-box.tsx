import { type ChangeEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';

/** How a line is marked beside the text. */
export type LineMark = 'ask' | 'no';

interface PadBoxProps {
  text: string;
  /** By the number of the line. */
  marks: ReadonlyMap<number, LineMark>;
  hint: ReactNode;
  file: RefObject<HTMLInputElement | null>;
  onText: (text: string) => void;
  onFile: (file: File) => void;
}

/** Pixels; the lines of the box are as high as its style says. */
const LINE = 28;

/** A numbered text box that takes a file as well. */
export function PadBox({ text, marks, hint, file, onText, onFile }: PadBoxProps) {
  const id = useId();
  const [top, setTop] = useState(0);
  const over = useDrop(onFile);
  function pick({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = currentTarget.files ?? [];
    if (chosen) onFile(chosen);
    // The same file may be chosen again.
    currentTarget.value = '';
  }
  return (
    <div className="field">
      <label htmlFor={id}>Your list</label>
      <div className={over ? 'padbox is-drag' : 'padbox'}>
        <Numbers count={text.split('\n').length} marks={marks} top={top} />
        <textarea
          id={id}
          value={text}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          placeholder="HT-WRA-250  400"
          aria-describedby={hint ? `${id}-hint` : undefined}
          aria-keyshortcuts="Control+Enter Alt+ArrowDown"
          onChange={(event) => onText(event.currentTarget.value)}
          onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        />
        <div className="padbox__drop">
          {over ? (
            <b>Drop the file to read it</b>
          ) : (
            <>
              <span>Or drop a CSV or XLSX file here</span>
              <label className="textbtn padbox__file">
                Choose file
                <input ref={file} className="sr" type="file" accept=".csv,.xlsx" onChange={pick} />
              </label>
            </>
          )}
        </div>
      </div>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

interface NumbersProps {
  count: number;
  marks: ReadonlyMap<number, LineMark>;
  top: number;
}

const LOOKS = { ask: 'is-q', no: 'is-x' } as const;
/** More than any window shows. */
const SHOWN = 120;

/** Only those that may be in view: a text may have many thousand lines. */
function Numbers({ count, marks, top }: NumbersProps) {
  const first = Math.max(0, Math.floor(top / LINE) - SHOWN / 4);
  const shown = Array.from({ length: Math.min(SHOWN, count - first) }, (_, at) => first + at + 1);
  return (
    <div className="padbox__nums" aria-hidden="true">
      <div style={{ transform: `translateY(${first * LINE - top}px)` }}>
        {shown.map((no) => {
          const mark = marks.get(no);
          return (
            <span key={no} className={mark && LOOKS[mark]}>
              {no}
            </span>
          );
        })}
      </div>
    </div>
  );
}

/** Anywhere on the page: a file that is let go beside the box would take the place of the page. */
function useDrop(onFile: (file: File) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onFile);
  useEffect(() => {
    const carried = ({ dataTransfer }: DragEvent) => (dataTransfer?.types.includes('Files') ? dataTransfer : undefined);
    const drag = (event: DragEvent) => {
      const files = carried(event);
      if (!files) return;
      event.preventDefault();
      files.dropEffect = 'copy';
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget || setOver(false);
    const drop = (event: DragEvent) => {
      const [file] = carried(event)?.files ?? [];
      setOver(false);
      if (!file) return;
      event.preventDefault();
      take(file);
    };
    const hears = new AbortController();
    addEventListener('dragover', drag, hears);
    addEventListener('dragleave', leave, hears);
    addEventListener('drop', drop, hears);
    return () => hears.abort();
  }, []);
  return over;
}
