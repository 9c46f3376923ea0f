import { freeOf, type StockNow } from '#model/catalogue/stock-now.ts';
import { formatCount } from '#texts/format.ts';
import { Line } from '../kernel/line.tsx';
import { Skeleton } from '../kernel/skeleton.tsx';

interface StockTallyProps {
  /** Undefined while it loads. */
  stock: (StockNow & { readonly paid: number; readonly held: number }) | undefined;
  sold: boolean;
}

export function StockTally({ stock, sold }: StockTallyProps) {
  const ahead = stock && stock.waiting > 0 ? `, ${formatCount(stock.waiting)} sold ahead` : '';
  const lines = [
    { title: 'On the shelf', pieces: stock && stock.paid + stock.held + stock.available },
    { title: 'Paid, not shipped', pieces: stock?.paid },
    { title: 'Held, unpaid', pieces: stock?.held },
    { title: `${sold ? 'Available to order' : 'Left, no longer sold'}${ahead}`, pieces: stock && freeOf(stock) },
  ];
  return (
    <dl className="tally" aria-busy={stock ? undefined : true}>
      {lines.map(({ title, pieces }) => (
        <Line
          key={title}
          label={title}
          is={pieces === undefined ? <Skeleton className="h-9 w-24" /> : formatCount(pieces)}
        />
      ))}
    </dl>
  );
}
