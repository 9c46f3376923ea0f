import type { CSSProperties } from 'react';
import type { QuantityLimits } from '#model/catalogue/quantity.ts';
import { formatCount } from '#texts/format.ts';
import { gaugePercent } from './quantity-limits.ts';

interface QuantityGaugeProps {
  quantity: number | null;
  limits: QuantityLimits;
  /** Quantities with a mark of their own: those between the ends get it. */
  marks: readonly number[];
  wrong: boolean;
}

/** Position between the minimum and the available pieces. Rendered in the browser only. */
export function QuantityGauge({ quantity, limits, marks, wrong }: QuantityGaugeProps) {
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
        <span>{formatCount(available)} available</span>
      </div>
    </div>
  );
}

const at = (quantity: number | null, limits: QuantityLimits) =>
  ({ '--p': `${gaugePercent(quantity, limits)}%` }) as CSSProperties;
