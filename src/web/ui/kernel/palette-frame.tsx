import { Dialog } from '@base-ui/react/dialog';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef } from 'react';
import { Icon } from './icon.tsx';

/** An entry of the list as the frame needs it; the caller draws it. */
interface Option {
  readonly id: string;
}

export interface PaletteFrameProps<O extends Option> {
  open: boolean;
  onClose: () => void;
  onGone: () => void;
  /** False where the page that was opened takes the focus. */
  returnsFocus: () => boolean;
  label: string;
  input: Ref<HTMLInputElement>;
  text: string;
  maxLength: number;
  onText: (text: string) => void;
  /** The field has the focus. */
  onFocus: () => void;
  said: ReactNode;
  groups: readonly { readonly title: string; readonly entries: readonly O[] }[];
  active: O | undefined;
  onActive: (entry: O) => void;
  /** @param other with Ctrl or ⌘ */
  onPick: (entry: O | undefined, other: boolean) => void;
  draw: (entry: O) => ReactNode;
  hints: readonly (readonly [keys: readonly string[], what: string])[];
}

/** So many entries further with a Page key. */
const PAGE = 5;

/** A dialog with a field and a list under it, of which one entry is active while the focus stays in the field. */
export function PaletteFrame<O extends Option>(props: PaletteFrameProps<O>) {
  const { open, onClose, onGone, returnsFocus, label, input, text, maxLength, onText, said, groups, active, draw } =
    props;
  const { onFocus, onActive, onPick, hints } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const entries = groups.flatMap((group) => group.entries);
  const idOf = (entry: O) => `${id}-${entry.id}`;
  const activeId = active && idOf(active);
  useEffect(() => {
    const shown = activeId ? document.getElementById(activeId) : null;
    // The first one with the title of its group.
    if (shown && shown === list.current?.querySelector('[role=option]')) list.current.scrollTop = 0;
    else shown?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || event.altKey || event.shiftKey) return;
    const other = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter') {
      event.preventDefault();
      // A key that is still held was meant once, also for what opened the dialog.
      if (!event.repeat) onPick(active, other);
      return;
    }
    if (other && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      event.currentTarget.select();
      return;
    }
    const to = other ? undefined : placeOf(event.key, active ? entries.indexOf(active) : -1, entries.length);
    const next = to === undefined ? undefined : entries[to];
    if (!next) return;
    event.preventDefault();
    onActive(next);
  }

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, details) => {
        if (next) return;
        if (details.reason === 'escape-key' && text !== '') {
          details.cancel();
          onText('');
        } else onClose();
      }}
      onOpenChangeComplete={(next) => !next && onGone()}
    >
      <Dialog.Portal>
        <Dialog.Viewport className="scrim scrim--top">
          <Dialog.Popup
            className="seek"
            aria-label="Find"
            initialFocus={typeof input === 'object' && input ? input : true}
            finalFocus={() => returnsFocus()}
          >
            <div className="seek__in">
              <Icon name="search" />
              <input
                ref={input}
                role="combobox"
                aria-label={label}
                aria-expanded={entries.length > 0}
                aria-controls={entries.length > 0 ? `${id}-list` : undefined}
                aria-activedescendant={activeId}
                aria-autocomplete="list"
                aria-describedby={`${id}-said`}
                type="text"
                enterKeyHint="go"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                maxLength={maxLength}
                value={text}
                onFocus={onFocus}
                onChange={(event) => onText(event.currentTarget.value)}
                onKeyDown={press}
              />
              <Dialog.Close className="btn btn--quiet btn--icon" aria-label="Close">
                <Icon name="x" />
              </Dialog.Close>
            </div>
            <div className="seek__said" role="status" id={`${id}-said`}>
              {said}
            </div>
            {entries.length > 0 && (
              <div
                ref={list}
                className="seek__list"
                role="listbox"
                id={`${id}-list`}
                aria-label="Results"
                tabIndex={-1}
              >
                {groups.map(({ title, entries: its }, place) => (
                  // biome-ignore lint/a11y/useSemanticElements: a group of options
                  <div key={title} role="group" aria-labelledby={`${id}-${place}`}>
                    <div id={`${id}-${place}`} className="seek__title">
                      {title}
                    </div>
                    {its.map((entry) => (
                      // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
                      // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
                      <div
                        key={entry.id}
                        id={idOf(entry)}
                        role="option"
                        aria-selected={entry === active}
                        data-highlighted={entry === active || undefined}
                        className="seeko"
                        onPointerMove={() => entry !== active && onActive(entry)}
                        onPointerDown={(event) => event.preventDefault()}
                        onClick={(event) => event.detail < 2 && onPick(entry, event.ctrlKey || event.metaKey)}
                      >
                        {draw(entry)}
                      </div>
                    ))}
                  </div>
                ))}
              </div>
            )}
            <div className="seek__foot">
              {hints.map(([keys, what]) => (
                <span key={what}>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                  {what}
                </span>
              ))}
            </div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Where a key leads from an entry; undefined of other keys. */
function placeOf(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (Math.max(at, 0) + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'PageDown':
      return Math.min(Math.max(at, 0) + PAGE, count - 1);
    case 'PageUp':
      return Math.max(at - PAGE, 0);
    default:
      return undefined;
  }
}
