import { Field as Base } from '@base-ui/react/field';
import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, type Ref, useState } from 'react';
import { MAX_QUANTITY, nearestPacks, type QuantityLimits, quantityProblem } from '#model/catalogue/quantity.ts';
import { boxes, formatCount } from '#texts/format.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { Field } from '#web/ui/kernel/field.tsx';
import { gaugePercent, limitSentence, packsOfKey, parseQuantity, stepQuantity } from './quantity-limits.ts';
import { StepButton } from './step-button.tsx';

interface QuantityFieldProps {
  /** Null while the text is no whole number. */
  quantity: number | null;
  limits: QuantityLimits;
  /** Whether more than is available can be had in another way. */
  choice?: boolean;
  /** Quantities that the gauge marks. */
  marks: readonly number[];
  onChange: (quantity: number | null) => void;
  /** Hears which quantity was pressed instead of one that is no whole number of packs. */
  onTake: (quantity: number) => void;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** The text stays as typed until the field is left or the quantity comes from elsewhere. */
export function QuantityField({ quantity, limits, choice, marks, onChange, onTake, ref }: QuantityFieldProps) {
  const { min, available, pack = 1 } = limits;
  const [typed, setTyped] = useState<{ text: string; quantity: number | null }>();
  const problem = quantityProblem(quantity, limits);
  const error = limitSentence(quantity, limits, choice);
  const canStep = available >= min;
  const most = available - (available % pack);

  function take(text: string) {
    const read = parseQuantity(text);
    setTyped({ text, quantity: read });
    onChange(read);
  }
  function step(packs: number) {
    if (!canStep) return;
    setTyped(undefined);
    onChange(stepQuantity(quantity, packs, limits));
  }
  function leave() {
    if (quantity !== null) setTyped(undefined);
  }
  function stepByKey(event: KeyboardEvent) {
    const packs = packsOfKey(event.key, limits);
    if (packs === undefined) return;
    event.preventDefault();
    step(packs);
  }
  function paste(event: ClipboardEvent) {
    const pasted = parseQuantity(event.clipboardData.getData('text'));
    if (pasted === null) return;
    event.preventDefault();
    setTyped(undefined);
    onChange(pasted);
  }

  return (
    <>
      <Field
        label="Quantity"
        error={error}
        hint={pack > 1 && quantity !== null && `${boxes(quantity / pack)} of ${formatCount(pack)}`}
      >
        <div className={error ? 'stepper is-error' : 'stepper'}>
          <StepButton
            label={pack > 1 ? 'One box less' : 'One less'}
            icon="minus"
            onStep={() => step(-1)}
            enabled={canStep && quantity !== min}
          />
          <Base.Control
            ref={ref}
            role="spinbutton"
            inputMode="numeric"
            autoComplete="off"
            aria-required
            aria-valuemin={min}
            aria-valuemax={most}
            aria-valuenow={quantity ?? undefined}
            aria-valuetext={quantity === null ? undefined : formatCount(quantity)}
            value={typed?.quantity === quantity ? typed.text : (quantity ?? '')}
            onChange={(event) => take(event.currentTarget.value)}
            onBlur={leave}
            onKeyDown={stepByKey}
            onPaste={paste}
          />
          <StepButton
            label={pack > 1 ? 'One box more' : 'One more'}
            icon="plus"
            onStep={() => step(1)}
            enabled={canStep && (quantity === null || quantity < most)}
          />
        </div>
        <QuantityGauge quantity={quantity} limits={limits} marks={marks} wrong={error !== undefined} />
      </Field>
      {problem === 'not-whole-packs' && (
        <p className="packs">
          {nearestPacks(quantity ?? 0, limits).map((pieces) => (
            <Button key={pieces} size="sm" onClick={() => onTake(pieces)}>
              Make it {formatCount(pieces)}, {boxes(pieces / pack)}
            </Button>
          ))}
        </p>
      )}
    </>
  );
}

interface QuantityGaugeProps {
  quantity: number | null;
  limits: QuantityLimits;
  /** Quantities with a mark of their own: those between the ends get it. */
  marks: readonly number[];
  wrong: boolean;
}

/** Position between the minimum and the available pieces. Rendered in the browser only. */
function QuantityGauge({ quantity, limits, marks, wrong }: QuantityGaugeProps) {
  const { min, available } = limits;
  return (
    // biome-ignore lint/a11y/useSemanticElements: <meter> cannot be drawn with a needle and graduations
    <div
      className={wrong ? 'gauge is-error' : 'gauge'}
      role="meter"
      aria-label="Quantity between minimum and available"
      aria-valuemin={min}
      aria-valuemax={Math.max(min, available)}
      aria-valuenow={Math.max(min, Math.min(available, quantity ?? min))}
    >
      <div className="gauge__fill">
        <i style={at(quantity, limits)} />
        {marks
          .filter((mark) => mark > min && mark <= available)
          .map((mark) => (
            <span key={mark} className="gauge__mark" style={at(mark, limits)} />
          ))}
      </div>
      <div className="gauge__scale" />
      <div className="gauge__ends id">
        <span>Min {formatCount(min)}</span>
        <span>
          {formatCount(available)} {available < MAX_QUANTITY ? 'available' : 'at most'}
        </span>
      </div>
    </div>
  );
}

const at = (quantity: number | null, limits: QuantityLimits) =>
  ({ '--p': `${gaugePercent(quantity, limits)}%` }) as CSSProperties;
