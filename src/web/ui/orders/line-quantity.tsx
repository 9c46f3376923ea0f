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
  /** Hears what was stepped, or typed once the field or the page is left, or Enter pressed. */
  onChange: (quantity: number) => void;
  /** 0 was entered, or Delete pressed in the empty field. */
  onRemove: () => void;
}

/** The quantity in a row. What is no number, or too many, is said once it is finished, and the last one stays. */
export function LineQuantity(props: LineQuantityProps) {
  const { name, quantity, limits, describedBy, fieldId, onChange, onRemove } = props;
  const { min, available, pack = 1 } = limits;
  const [typed, setTyped] = useState<string>();
  const [unread, setUnread] = useState<{ text: string; quantity: number; why: string }>();
  const id = useId();
  const most = available - (available % pack);
  const isUnread = unread?.quantity === quantity;
  const canStep = available >= min;

  const take = useEffectEvent(() => {
    const read = typed === undefined ? null : parseQuantity(typed);
    if (read && read <= MAX_QUANTITY && read !== quantity) onChange(read);
  });
  // A reload and Back take the field away without a blur.
  useEffect(() => {
    const leave = () => take();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  function finish() {
    setTyped(undefined);
    const read = typed === undefined ? null : parseQuantity(typed);
    const refuse = (why: string) => setUnread({ text: typed?.trim() ?? '', quantity, why });
    if (typed && read === null) refuse('is no whole number.');
    else if (read !== null && read > MAX_QUANTITY) refuse(`is too many. ${mostOfOne()}`);
    else if (read === 0) onRemove();
    else if (read !== null && read !== quantity) onChange(read);
  }
  function step(packs: number) {
    if (!canStep) return;
    setTyped(undefined);
    setUnread(undefined);
    onChange(stepQuantity((typed === undefined ? null : parseQuantity(typed)) ?? quantity, packs, limits));
  }
  function press(event: KeyboardEvent) {
    const packs = packsOfKey(event.key, limits);
    if (packs !== undefined) step(packs);
    else if (event.key === 'Enter') finish();
    else if (event.key === 'Escape') setTyped(undefined);
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
