import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { STAR } from '#model/reviews/star.ts';
import { Icon } from '../kernel/icon.tsx';
import { Stars } from '../kernel/stars.tsx';
import { RATINGS, ratingAfter } from './rating-keys.ts';

interface RatingFieldProps {
  name: string;
  /** Null until chosen. */
  value: number | null;
  onChange: (value: number) => void;
  error?: string | undefined;
  ref?: Ref<{ focus: () => void }>;
}

/** Ten radio buttons, one on each half of five stars. */
export function RatingField({ name, value, onChange, error, ref }: RatingFieldProps) {
  const about = useId();
  const steps = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const shown = pointed ?? value;
  const radio = (rating: number) => steps.current?.querySelector<HTMLInputElement>(`[value="${rating}"]`);
  useImperativeHandle(ref, () => ({ focus: () => radio(value ?? STAR.least)?.focus() }));

  function press(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = ratingAfter(event.key, value);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
    radio(next)?.focus();
  }

  return (
    <fieldset className="field rating-field" aria-describedby={about}>
      <legend>Rating</legend>
      <div className="rate">
        <div className="rate__stars">
          <div aria-hidden="true">
            <Stars value={shown ?? 0} large />
          </div>
          <div className="rate__steps" ref={steps}>
            {RATINGS.map((rating) => (
              <input
                key={rating}
                type="radio"
                name={name}
                value={rating}
                required
                checked={rating === value}
                aria-label={`${rating} out of 5`}
                onChange={() => onChange(rating)}
                onKeyDown={press}
                onPointerLeave={() => setPointed(null)}
                onPointerEnter={(event) => event.pointerType === 'mouse' && setPointed(rating)}
              />
            ))}
          </div>
        </div>
        <span className="rate__n" aria-hidden="true">
          {shown ?? '–'}
          <span>/ 5</span>
        </span>
      </div>
      {error === undefined ? (
        <p className="hint" id={about}>
          Half steps allowed. Use the left and right arrow keys.
        </p>
      ) : (
        <p className="err" id={about}>
          <Icon name="warn" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
