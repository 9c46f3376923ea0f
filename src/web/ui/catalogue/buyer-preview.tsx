import { useState } from 'react';
import { quantityProblem } from '#model/catalogue/quantity.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { PurchaseTool } from './purchase-tool.tsx';

const WIDTHS = ['Wide', 'Phone'] as const;

/** Inert: nothing in it can be pressed or focused. */
export function BuyerPreview({ tool, title }: { tool: Tool; title: string }) {
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>('Wide');
  const limits = { min: tool.min_quantity, available: tool.available_quantity };
  const orderable = quantityProblem(limits.min, limits) === undefined;
  return (
    <section className="previewbox" aria-label="Preview" data-width={width}>
      <div className="previewbox__bar">
        <Icon name="eye" small />
        <p>{title}</p>
        <Swap label="Width" options={WIDTHS} value={width} onChange={setWidth} />
      </div>
      <div className="previewbox__stage" inert>
        <div className="previewbox__page">
          <div className="buy">
            <PurchaseTool tool={tool} heading="h2" />
            <div className="buy__form">
              <Button variant={orderable ? 'primary' : 'outline'} size="lg" block disabled={!orderable}>
                {orderable ? 'Purchase' : 'Check Limit of Purchase'}
              </Button>
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}

interface SwapProps<Option extends string> {
  label: string;
  options: readonly Option[];
  value: Option;
  onChange: (option: Option) => void;
}

function Swap<Option extends string>({ label, options, value, onChange }: SwapProps<Option>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has borders and a legend of its own
    <div className="swap" role="group" aria-label={label}>
      {options.map((option) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {option}
        </button>
      ))}
    </div>
  );
}
