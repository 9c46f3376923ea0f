import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { MAX_QUANTITY, type QuantityLimits, quantityProblem } from '#model/catalogue/quantity.ts';
import { formatCount } from '#texts/format.ts';
import { mostOfOne } from './no-room-text.ts';
import { packsOfKey, parseQuantity, stepQuantity } from './quantity-limits.ts';
import { StepButton } from './step-button.tsx';

interface LineQuantityProps {
  /** The tool's name, for screen readers. */
  name: string;
  quantity: number;
  limits: QuantityLimits;
  /** The id of the sentence that says what is wrong with it. */
  describedBy?: string | undefined;
  /** The id of its field. */
  fieldId?: string;
  /** Hears what was stepped, or typed once that rests, the field or the page is left, or Enter pressed. */
  onChange: (quantity: number) => void;
  /** 0 was entered, or Delete pressed in the empty field. */
  onRemove: () => void;
}

/** Milliseconds without a key press before what is typed counts, where it can be ordered: nobody is told of half a number. */
const TYPING_PAUSE = 500;

/** The quantity in a row. What is no number, or too many, is said once it is finished, and the last one stays. */
export function LineQuantity(props: LineQuantityProps) {
  const { name, quantity, limits, describedBy, fieldId, onChange, onRemove } = props;
  const { min, available, pack = 1 } = limits;
  const [typed, setTyped] = useState<string>();
  // What Escape goes back to, where what is typed counts already.
  const [before, setBefore] = useState<number>();
  const [unread, setUnread] = useState<{ text: string; quantity: number; why: string }>();
  const id = useId();
  const most = available - (available % pack);
  const isUnread = unread?.quantity === quantity;
  const canStep = available >= min;

  const take = useEffectEvent((onlyOrderable: boolean) => {
    const read = typed === undefined ? null : parseQuantity(typed);
    if (!read || read > MAX_QUANTITY || read === quantity) return;
    if (onlyOrderable && quantityProblem(read, limits)) return;
    setBefore(before ?? quantity);
    onChange(read);
  });
  useEffect(() => {
    if (typed === undefined) return;
    const takeAll = () => take(false);
    const timer = setTimeout(() => take(true), TYPING_PAUSE);
    addEventListener('pagehide', takeAll);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', takeAll);
    };
  }, [typed]);
  // Back takes the field away without a blur.
  useEffect(() => () => take(false), []);

  function stopTyping() {
    setTyped(undefined);
    setBefore(undefined);
  }
  function finish() {
    stopTyping();
    const read = typed === undefined ? null : parseQuantity(typed);
    const refuse = (why: string) => setUnread({ text: typed?.trim() ?? '', quantity, why });
    if (typed && read === null) refuse('is no whole number.');
    else if (read !== null && read > MAX_QUANTITY) refuse(`is too many. ${mostOfOne()}`);
    else if (read === 0) onRemove();
    else if (read !== null && read !== quantity) onChange(read);
  }
  function step(packs: number) {
    if (!canStep) return;
    stopTyping();
    setUnread(undefined);
    onChange(stepQuantity((typed === undefined ? null : parseQuantity(typed)) ?? quantity, packs, limits));
  }
  function takeBack() {
    stopTyping();
    if (before !== undefined) onChange(before);
  }
  function press(event: KeyboardEvent) {
    const packs = packsOfKey(event.key, limits);
    if (packs !== undefined) step(packs);
    else if (event.key === 'Enter') finish();
    else if (event.key === 'Escape') takeBack();
    else if (event.key === 'Delete' && typed === '') onRemove();
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className={quantityProblem(quantity, limits) ? 'stepper stepper--sm is-error' : 'stepper stepper--sm'}>
        <StepButton
          small
          label={`Less: ${name}`}
          icon="minus"
          onStep={() => step(-1)}
          enabled={canStep && quantity > min}
        />
        <input
          id={fieldId}
          inputMode="numeric"
          autoComplete="off"
          aria-label={`Quantity: ${name}`}
          aria-invalid={quantityProblem(quantity, limits) !== undefined || undefined}
          value={typed ?? quantity}
          data-long={`${typed ?? quantity}`.length > 5 || undefined}
          aria-describedby={isUnread ? id : describedBy}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setUnread(undefined);
          }}
          onBlur={finish}
          onKeyDown={press}
        />
        <StepButton
          small
          label={`More: ${name}`}
          icon="plus"
          onStep={() => step(1)}
          enabled={canStep && quantity < most}
        />
      </div>
      {isUnread && (
        <p className="err" id={id} role="alert">
          <bdi>“{unread.text}”</bdi> {unread.why} Still {formatCount(quantity)}.
        </p>
      )}
    </>
  );
}
