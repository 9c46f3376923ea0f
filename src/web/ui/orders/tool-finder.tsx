import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { itemNumber } from '#model/catalogue/item-number.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { ToolThumb } from '../catalogue/tool-thumb.tsx';
import { keepUnits } from '../kernel/keep-units.ts';

/** Tools for these words, or why there are none. */
export type FindTools = (words: string, signal: AbortSignal) => Promise<readonly Tool[] | string>;

interface ToolFinderProps {
  label: string;
  words: string;
  onWords: (words: string) => void;
  find: FindTools;
  onTake: (tool: Tool) => void;
  /** Escape while no tools are shown. */
  onLeave?: () => void;
  /** Backspace in the empty field. */
  onEmptied?: () => void;
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void;
  ref?: Ref<HTMLInputElement>;
}

/** A field that finds a tool by its number or name. */
export function ToolFinder({ label, words, onWords, find, onTake, onLeave, onEmptied, onPaste, ref }: ToolFinderProps) {
  const id = useId();
  const { tools, says, late } = useFound(words, find);
  const [shown, setShown] = useState(false);
  const [at, setAt] = useState(0);
  // Enter was pressed before the tools for these words came.
  const [eager, setEager] = useState(false);
  const open = shown && words.trim() !== '';
  const active = Math.min(at, tools.length - 1);
  const takeFirst = useEffectEvent(() => {
    setEager(false);
    if (tools[0]) onTake(tools[0]);
  });
  useEffect(() => {
    if (eager && !late) takeFirst();
  }, [eager, late]);
  function type(text: string) {
    onWords(text);
    setShown(true);
    setAt(0);
    setEager(false);
  }
  function enter() {
    if (late) setEager(true);
    else if (open && tools[active]) onTake(tools[active]);
    else setShown(true);
  }
  function press(event: KeyboardEvent) {
    const step = event.altKey ? undefined : STEPS[event.key];
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) enter();
    else if (step && open && tools.length > 0) setAt((active + step + tools.length) % tools.length);
    else if (step) setShown(true);
    else if (event.key === 'Escape' && open) {
      // A dialog around it stays open.
      event.stopPropagation();
      setShown(false);
    } else if (event.key === 'Escape' && onLeave) onLeave();
    else if (event.key === 'Backspace' && words === '' && onEmptied) onEmptied();
    else return;
    event.preventDefault();
  }
  return (
    <div className="finder">
      <input
        ref={ref}
        className="in"
        role="combobox"
        aria-label={label}
        aria-expanded={open && tools.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && tools.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={words}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setShown(false)}
        onKeyDown={press}
        onPaste={onPaste}
      />
      <p className={open && says ? 'pop ahead ahead__says' : 'sr'} role="status">
        {open && (says ?? (tools.length === 1 ? '1 tool' : `${tools.length} tools`))}
      </p>
      {open && tools.length > 0 && (
        <div className="pop ahead" role="listbox" id={`${id}-list`} aria-label="Tools">
          {tools.map((tool, place) => (
            <Option
              key={tool._id}
              id={`${id}-${place}`}
              tool={tool}
              words={words}
              active={place === active}
              onPoint={() => setAt(place)}
              onTake={() => onTake(tool)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** As a ref: of a field that comes up to be typed in. */
export const focusOnce = (field: HTMLInputElement | null): void => field?.focus();

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface OptionProps {
  id: string;
  tool: Tool;
  words: string;
  active: boolean;
  onPoint: () => void;
  onTake: () => void;
}

function Option({ id, tool, words, active, onPoint, onTake }: OptionProps) {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) option.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, and the focus
    <div
      ref={option}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      data-highlighted={active || undefined}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={onTake}
    >
      <ToolThumb image={tool.image} />
      <span>
        <b>
          <Marked text={keepUnits(tool.name)} words={words} />
        </b>
        <span className="id">{itemNumber(tool)}</span>
      </span>
      <span className="ahead__price">
        {formatDollars(tool.price)}
        <span className="muted">{inStock(tool)}</span>
      </span>
    </div>
  );
}

export const inStock = ({ available_quantity, min_quantity }: Tool): string =>
  available_quantity < min_quantity ? 'Out of stock' : `${formatCount(available_quantity)} in stock`;

/** Where the first of the words stands. */
function Marked({ text, words }: { text: string; words: string }) {
  const [word = ''] = words.trim().split(/\s+/);
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  if (at === -1 || word === '') return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + word.length)}</mark>
      {text.slice(at + word.length)}
    </>
  );
}

const NONE: readonly Tool[] = [];
/** Milliseconds without a key press before searching. */
const TYPING_PAUSE = 150;

/** What was found last stays until the next answer. */
function useFound(words: string, find: FindTools) {
  const [found, setFound] = useState<{ words: string; answer: readonly Tool[] | string }>();
  const wanted = words.trim();
  const search = useEffectEvent(find);
  useEffect(() => {
    if (wanted === '') return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      search(wanted, asking.signal).then(
        (answer) => asking.signal.aborted || setFound({ words: wanted, answer }),
        () => undefined,
      );
    }, TYPING_PAUSE);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [wanted]);
  const answer = found?.answer ?? NONE;
  const late = wanted !== '' && found?.words !== wanted;
  if (typeof answer === 'string') return { tools: NONE, says: answer, late };
  const none = late ? 'Looking for tools' : `Nothing for \u201c${wanted}\u201d.`;
  return { tools: answer, says: answer.length === 0 ? none : undefined, late };
}
