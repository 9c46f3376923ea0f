import type { ArchivedTool } from '#model/catalogue/archived-tool.ts';
import { Moment } from '../kernel/moment.tsx';
import { Cell, type Column, Row, type RowsProps, Table } from '../kernel/table.tsx';
import { ToolCells } from './admin-tool-row.tsx';

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
    <ToolCells tool={tool} to={to} />
    <Cell label="Archived">
      <Moment iso={tool.archived_at} />
    </Cell>
    <Cell label="By">
      <bdi>{tool.archived_by ?? 'Unknown'}</bdi>
    </Cell>
  </Row>
);
