import { Combobox } from '@base-ui/react/combobox';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useEffect, useEffectEvent, useState } from 'react';
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
  const { tools, says, late } = useFound(words, find);
  // Enter was pressed before the tools for these words came.
  const [eager, setEager] = useState(false);
  const takeFirst = useEffectEvent(() => {
    setEager(false);
    if (tools[0]) onTake(tools[0]);
  });
  useEffect(() => {
    if (eager && !late) takeFirst();
  }, [eager, late]);
  const [open, setOpen] = useState(false);
  function press(event: KeyboardEvent & { preventBaseUIHandler?: () => void }) {
    setEager(false);
    if (event.key === 'Enter' && late) {
      event.preventBaseUIHandler?.();
      setEager(true);
    }
    if (event.key === 'Escape' && !open) onLeave?.();
    else if (event.key === 'Backspace' && words === '') onEmptied?.();
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
    else return;
    if (event.key === 'Backspace') event.preventDefault();
  }
  return (
    <Combobox.Root<Tool>
      items={tools}
      filter={null}
      value={null}
      inputValue={words}
      open={open && words.trim() !== ''}
      autoHighlight
      itemToStringLabel={({ name }) => name}
      onOpenChange={setOpen}
      onInputValueChange={(typed, { reason }) => reason === 'input-change' && onWords(typed)}
      onValueChange={(tool) => tool && onTake(tool)}
    >
      <Combobox.Input
        ref={ref}
        className="in"
        aria-label={label}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onKeyDown={press}
        onPaste={onPaste}
      />
      <Combobox.Portal>
        <Combobox.Positioner className="ahead__place" sideOffset={4} align="start">
          <Combobox.Popup className="pop ahead">
            <Combobox.Status className={says ? 'ahead__says' : 'sr'}>
              {says ?? (tools.length === 1 ? '1 tool' : `${tools.length} tools`)}
            </Combobox.Status>
            <Combobox.List aria-label="Tools">
              {(tool: Tool) => (
                <Combobox.Item key={tool._id} value={tool}>
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
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
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
