import { useState } from 'react';
import { quantityProblem } from '#model/catalogue/quantity.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { Button } from '../kernel/button.tsx';
import { Icon } from '../kernel/icon.tsx';
import { Swap } from '../kernel/swap.tsx';
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
