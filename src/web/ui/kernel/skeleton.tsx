import { Cell, Row } from './table.tsx';

/** Sized by classes of sizes.css: `w-44 h-4`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span className={`sk ${className}`} aria-hidden="true" />;
}

interface SkeletonRowsProps {
  rows: number;
  /** The class of each cell, and those of the skeletons in it. */
  cells: readonly (readonly [cell: string, ...skeletons: string[]])[];
}

/** Of a table, so that nothing moves when its rows come. */
export const SkeletonRows = ({ rows, cells }: SkeletonRowsProps) =>
  Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <Row key={row}>
      {cells.map(([className, ...skeletons], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never move
        <Cell key={at} className={className}>
          {skeletons.map((its) => (
            <Skeleton key={its} className={its} />
          ))}
        </Cell>
      ))}
    </Row>
  ));
