import { Field as Base } from '@base-ui/react/field';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useState } from 'react';
import type { QuantityLimits } from '#model/catalogue/quantity.ts';
import { formatCount } from '#texts/format.ts';
import { Field } from '../kernel/field.tsx';
import { Icon } from '../kernel/icon.tsx';
import { useHoldToRepeat } from '../kernel/use-hold-to-repeat.ts';
import { QuantityGauge } from './quantity-gauge.tsx';
import { limitSentence, pageStep, parseQuantity, stepQuantity } from './quantity-limits.ts';

interface QuantityFieldProps {
  /** Null while the text is no whole number. */
  quantity: number | null;
  limits: QuantityLimits;
  onChange: (quantity: number | null) => void;
  ref?: Ref<HTMLInputElement>;
}

/** The text stays as typed until the field is left. */
export function QuantityField({ quantity, limits, onChange, ref }: QuantityFieldProps) {
  const [typed, setTyped] = useState<string>();
  const error = limitSentence(quantity, limits);
  const canStep = limits.available >= limits.min;

  function take(text: string) {
    setTyped(text);
    onChange(parseQuantity(text));
  }
  function step(by: number) {
    if (!canStep) return;
    setTyped(undefined);
    onChange(stepQuantity(quantity, by, limits));
  }
  function leave() {
    if (quantity !== null) setTyped(undefined);
  }
  function stepByKey(event: KeyboardEvent) {
    const page = pageStep(limits);
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: page, PageDown: -page }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  }
  function paste(event: ClipboardEvent) {
    const pasted = parseQuantity(event.clipboardData.getData('text'));
    if (pasted === null) return;
    event.preventDefault();
    setTyped(undefined);
    onChange(pasted);
  }

  return (
    <Field label="Quantity" error={error}>
      <div className={error ? 'stepper is-error' : 'stepper'}>
        <StepButton
          label="One less"
          icon="minus"
          onStep={() => step(-1)}
          enabled={canStep && quantity !== limits.min}
        />
        <Base.Control
          ref={ref}
          role="spinbutton"
          inputMode="numeric"
          autoComplete="off"
          aria-required
          aria-valuemin={limits.min}
          aria-valuemax={limits.available}
          aria-valuenow={quantity ?? undefined}
          aria-valuetext={quantity === null ? undefined : formatCount(quantity)}
          value={typed ?? quantity ?? ''}
          onChange={(event) => take(event.currentTarget.value)}
          onBlur={leave}
          onKeyDown={stepByKey}
          onPaste={paste}
        />
        <StepButton
          label="One more"
          icon="plus"
          onStep={() => step(1)}
          enabled={canStep && (quantity === null || quantity < limits.available)}
        />
      </div>
      <QuantityGauge quantity={quantity} limits={limits} wrong={error !== undefined} />
    </Field>
  );
}

interface StepButtonProps {
  label: string;
  icon: 'minus' | 'plus';
  onStep: () => void;
  enabled: boolean;
}

/** Stays focusable at a limit: it looks disabled and does nothing. */
function StepButton({ label, icon, onStep, enabled }: StepButtonProps) {
  const hold = useHoldToRepeat(onStep, enabled);
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={!enabled || undefined}
      data-disabled={enabled ? undefined : ''}
      {...hold}
    >
      <Icon name={icon} />
    </button>
  );
}
