import type { ArchivedTool } from '#model/catalogue/archived-tool.ts';
import { itemNumber } from '#model/catalogue/item-number.ts';
import { keepUnits } from '../kernel/keep-units.ts';
import { Link } from '../kernel/link.tsx';
import { Moment } from '../kernel/moment.tsx';
import { Cell, type Column, Row, type RowsProps, Table } from '../kernel/table.tsx';
import { nameId } from './admin-tool-row.tsx';
import { ToolThumb } from './tool-thumb.tsx';

const COLUMNS: readonly Column[] = [
  { title: 'Image', hidden: true, className: 'c-pic' },
  { title: 'Name' },
  { title: 'Archived' },
  { title: 'By' },
];

export const ArchivedToolsTable = (props: RowsProps) => (
  <Table label="Archived tools" columns={COLUMNS} className="t-tools" {...props} />
);

export const ArchivedToolRow = ({ tool, to }: { tool: ArchivedTool; to: string }) => (
  <Row>
    <Cell className="c-pic">
      <ToolThumb image={tool.image} />
    </Cell>
    <Cell className="c-name name">
      <Link id={nameId(tool._id)} to={to}>
        {keepUnits(tool.name)}
      </Link>
      <span className="id">{itemNumber(tool)}</span>
    </Cell>
    <Cell label="Archived">
      <Moment iso={tool.archived_at} />
    </Cell>
    <Cell label="By">
      <bdi>{tool.archived_by ?? 'Unknown'}</bdi>
    </Cell>
  </Row>
);
