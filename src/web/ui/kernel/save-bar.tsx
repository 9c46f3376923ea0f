import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface SaveBarProps {
  /** What is saved: "price $9 → $10, description". */
  sentence: string;
  /** How many fields. */
  count: number;
  /** What it touches, or why it cannot be saved now. */
  note: ReactNode;
  busy: boolean;
  disabled: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/** Stands below a page that has changes which are not saved. */
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
