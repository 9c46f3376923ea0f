import type { ReactNode } from 'react';
import { itemNumber } from '#model/catalogue/item-number.ts';
import { comingTo } from '#model/catalogue/restock.ts';
import { stockLevel } from '#model/catalogue/stock-level.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { formatCount, formatDollars } from '#texts/format.ts';
import { formatDeliveryDay } from '#texts/format-time.ts';
import { Button } from '../kernel/button.tsx';
import { keepUnits } from '../kernel/keep-units.ts';
import { Link } from '../kernel/link.tsx';
import { RowProblem } from '../kernel/row-problem.tsx';
import { Cell, Row } from '../kernel/table.tsx';
import { ToolThumb } from './tool-thumb.tsx';

interface AdminToolRowProps {
  tool: Tool;
  to: string;
  problem: string | undefined;
  onDelete: () => void;
  onStock: () => void;
}

const LEVELS = { out: 'Out of stock', low: 'Low stock', enough: undefined } as const;

/** Focused after a neighbouring row is deleted. */
export const nameId = (id: string): string => `name-${id}`;

/** The picture and the name of a tool, with its number, as the first cells of its row. */
export const ToolCells = ({ tool, to, children }: { tool: Tool; to: string; children?: ReactNode }) => (
  <>
    <Cell className="c-pic">
      <ToolThumb image={tool.image} />
    </Cell>
    <Cell className="c-name name">
      <Link id={nameId(tool._id)} to={to}>
        {keepUnits(tool.name)}
      </Link>
      <span className="id">{itemNumber(tool)}</span>
      {children}
    </Cell>
  </>
);

export function AdminToolRow({ tool, to, problem, onDelete, onStock }: AdminToolRowProps) {
  const coming = comingTo(tool, new Date());
  const level = LEVELS[stockLevel({ available: tool.available_quantity, minimum: tool.min_quantity })];
  return (
    <Row>
      <ToolCells tool={tool} to={to}>
        <RowProblem>{problem}</RowProblem>
      </ToolCells>
      <Cell className="num" label="Available">
        <button
          type="button"
          className="stock__open"
          onClick={onStock}
          aria-label={`Stock: ${formatCount(tool.available_quantity)} of ${tool.name}`}
        >
          {formatCount(tool.available_quantity)}
        </button>
        {level && (
          <span className="sub">
            {level === LEVELS.out && coming ? `Delivery ${formatDeliveryDay(coming.date)}` : level}
          </span>
        )}
      </Cell>
      <Cell className="num" label="Minimum">
        {formatCount(tool.min_quantity)}
      </Cell>
      <Cell className="num" label="Price">
        <b className="money">{formatDollars(tool.price)}</b>
      </Cell>
      <Cell className="act">
        <Button variant="danger" size="sm" onClick={onDelete} aria-label={`Delete: ${tool.name}`}>
          Delete
        </Button>
      </Cell>
    </Row>
  );
}
