import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface SaveBarProps {
  /** For example "price $9 → $10, description". */
  sentence: string;
  count: number;
  /** What the changes affect, or why they cannot be saved now. */
  note: ReactNode;
  busy: boolean;
  disabled: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

export function SaveBar({ sentence, count, note, busy, disabled, onSave, onDiscard }: SaveBarProps) {
  return (
    <section className="deskbar" aria-label="Changes">
      <p>
        <b>{count === 1 ? '1 change:' : `${count} changes:`}</b> {sentence}
        <span>{note}</span>
      </p>
      <div className="deskbar__acts">
        <Button variant="quiet" disabled={busy} onClick={onDiscard}>
          Discard
        </Button>
        <Button variant="primary" loading={busy} disabled={disabled} onClick={onSave}>
          Save
        </Button>
      </div>
    </section>
  );
}
