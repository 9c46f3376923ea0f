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
  /** What keeps the changes from being saved, and the way to it, instead of Save. */
  mistake?: { readonly text: string; readonly onShow: () => void } | undefined;
  onSave: () => void;
  onDiscard: () => void;
}

export function SaveBar({ sentence, count, note, busy, disabled, mistake, onSave, onDiscard }: SaveBarProps) {
  return (
    <section className="deskbar" aria-label="Changes">
      <p>
        <b>{count === 1 ? '1 change:' : `${count} changes:`}</b> {sentence}
        {mistake ? <span className="deskbar__bad">Cannot be saved: {mistake.text}.</span> : <span>{note}</span>}
      </p>
      <div className="deskbar__acts">
        <Button variant="quiet" disabled={busy} onClick={onDiscard}>
          Discard
        </Button>
        {mistake ? (
          <Button className="deskbar__show" onClick={mistake.onShow}>
            Show the mistake
          </Button>
        ) : (
          <Button variant="primary" loading={busy} disabled={disabled} onClick={onSave}>
            Save
          </Button>
        )}
      </div>
    </section>
  );
}
