import { useState } from 'react';
import { MessageDialog } from './dialogs.tsx';
import { usePageKeys } from './use-page-keys.ts';

type Key = readonly [keys: readonly string[], does: string];

const EVERYWHERE: readonly Key[] = [
  [['F8'], 'Go to the messages'],
  [['Esc'], 'Close what is on top'],
  [['?'], 'This list'],
];

/** `?` lists the keys of whatever is shown. */
export function KeyList() {
  const [open, setOpen] = useState(false);
  const [keys, setKeys] = useState<readonly Key[]>([]);
  usePageKeys({
    '?': () => {
      setKeys([...shownKeys(), ...EVERYWHERE]);
      setOpen(true);
    },
  });
  return (
    <MessageDialog open={open} onOpenChange={setOpen} title="Keys on this page" tone="ink">
      <dl className="keys">
        {keys.map(([pressed, does]) => (
          <div key={does}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">My Profile turns single keys off.</p>
    </MessageDialog>
  );
}

/** What can be pressed says so by `aria-keyshortcuts`; of several ways the first is listed. */
function shownKeys(): Key[] {
  const shown = [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')].filter((it) => it.checkVisibility());
  return shown.map((it) => {
    const [first = ''] = it.ariaKeyShortcuts?.split(' ') ?? [];
    return [first.replace('Control', 'Ctrl').split('+').map(inCapitals), nameOf(it)];
  });
}

const inCapitals = (key: string): string => (key.length === 1 ? key.toUpperCase() : key);

function nameOf(shown: HTMLElement): string {
  const { labels } = shown as HTMLInputElement;
  return (
    shown.ariaLabel ?? labels?.[0]?.querySelector('.sr')?.textContent ?? labels?.[0]?.textContent ?? shown.innerText
  );
}
