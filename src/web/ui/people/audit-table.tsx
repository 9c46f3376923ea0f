import type { AuditEntry } from '#model/people/audit-entry.ts';
import { EmailText } from '../kernel/email-text.tsx';
import { Line } from '../kernel/line.tsx';
import { Link } from '../kernel/link.tsx';
import { Loading } from '../kernel/loading.tsx';
import { ExactMoment } from '../kernel/moment.tsx';
import { SkeletonRows } from '../kernel/skeleton.tsx';
import { Cell, type Column, Row, type RowsProps, Table } from '../kernel/table.tsx';
import { detailsOf, sentenceOf, targetName } from './audit-words.ts';

const COLUMNS: readonly Column[] = [
  { title: 'When' },
  { title: 'Who' },
  { title: 'What' },
  { title: 'On what' },
  { title: 'Details' },
];

export const AuditTable = (props: RowsProps) => (
  <Table label="Audit" columns={COLUMNS} className="t-audit" {...props} />
);

export interface AuditLinks {
  /** The row's target; undefined without a page. */
  readonly toThing: string | undefined;
  /** The rows of this person, and those about this target. */
  readonly toPerson: string | undefined;
  readonly toHistory: string;
}

/** The first row of a newly loaded page is focused by it. */
export const auditRowId = (id: number): string => `audit-${id}`;

export function AuditRow({ entry, links }: { entry: AuditEntry; links: AuditLinks }) {
  const { at, who, action, id } = entry;
  const name = targetName(entry);
  return (
    <Row>
      <Cell className="c-when">
        <span id={auditRowId(id)} tabIndex={-1}>
          <ExactMoment iso={at} />
        </span>
      </Cell>
      <Cell className="c-who" label="Who">
        <span className="name">{who ? (who.name ?? 'Deleted account') : 'The shop'}</span>
        {who?.email && links.toPerson && (
          <Link className="sub mail" to={links.toPerson} aria-label={`All about ${who.email}`}>
            <EmailText email={who.email} />
          </Link>
        )}
      </Cell>
      <Cell className="c-what">{sentenceOf(action)}</Cell>
      <Cell className="c-on" label="On what">
        <bdi>{links.toThing ? <Link to={links.toThing}>{name}</Link> : name}</bdi>
        <Link className="sub" to={links.toHistory}>
          All about it<span className="sr"> ({name})</span>
        </Link>
      </Cell>
      <Cell className="c-more" label="Details">
        <Details entry={entry} />
      </Cell>
    </Row>
  );
}

function Details({ entry }: { entry: AuditEntry }) {
  const details = detailsOf(entry.details);
  if (details.length === 0) return null;
  return (
    <dl className="facts">
      {details.map(({ word, value }) => (
        <Line key={word} label={word} is={value} />
      ))}
    </dl>
  );
}

export function AuditSkeleton() {
  return (
    <Loading says="Loading the audit">
      <AuditTable busy>
        <SkeletonRows
          rows={8}
          cells={[
            ['c-when', 'h-10 w-24'],
            ['c-who', 'h-10 w-40 max-w-full'],
            ['c-what', 'h-5 w-36 max-w-full'],
            ['c-on', 'h-10 w-32 max-w-full'],
            ['c-more', 'h-5 w-20 max-w-full'],
          ]}
        />
      </AuditTable>
    </Loading>
  );
}
