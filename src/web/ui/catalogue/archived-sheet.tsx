import type { Tool } from '#model/catalogue/tool.ts';
import { formatCount, formatDollars } from '#texts/format.ts';

export function ArchivedSheet({ tool }: { tool: Tool }) {
  return (
    <dl className="sheet">
      <div>
        <dt>Price</dt>
        <dd>{formatDollars(tool.price)}</dd>
      </div>
      <div>
        <dt>Minimum order</dt>
        <dd>{formatCount(tool.min_quantity)}</dd>
      </div>
      <div>
        <dt>Stock</dt>
        <dd>{formatCount(tool.available_quantity)}</dd>
      </div>
    </dl>
  );
}
