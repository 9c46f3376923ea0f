import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ListName, type ListRow } from '#model/orders/saved-lists.ts';
import { formatDollars, manyPieces } from '#texts/format.ts';
import { Button, ButtonLink } from '../kernel/button.tsx';
import { TextField } from '../kernel/field.tsx';
import { Icon } from '../kernel/icon.tsx';
import { Link } from '../kernel/link.tsx';
import { Day } from '../kernel/moment.tsx';
import { RowHead } from '../kernel/row-head.tsx';
import { RowProblem } from '../kernel/row-problem.tsx';
import { Status } from '../kernel/status.tsx';
import { Cell, Row, type RowsProps, Table } from '../kernel/table.tsx';
import { troubleWords } from './again-texts.ts';
import { manyTools } from './list-counts.ts';

const COLUMNS = [
  { title: 'Name' },
  { title: 'Today' },
  { title: 'Last time', className: 'num' },
  { title: 'Today’s total', className: 'num' },
  { title: 'Last ordered' },
  { title: 'Action', hidden: true },
];

export const ListsTable = (props: RowsProps) => (
  <Table label="Saved Lists" columns={COLUMNS} className="t-saved" {...props} />
);

export const listNameId = (id: string): string => `list-${id}`;
export const renameId = (id: string): string => `rename-${id}`;

interface SavedListRowProps {
  list: ListRow;
  /** The page where it is ordered again. */
  to: string;
  busy: boolean;
  problem: string | undefined;
  onRename: () => void;
  onCopy: () => void;
  onDelete: () => void;
}

export function SavedListRow({ list, to, busy, problem, onRename, onCopy, onDelete }: SavedListRowProps) {
  const { id, name, tools, pieces, total, troubles, last } = list;
  const words = troubleWords(troubles);
  return (
    <Row>
      <RowHead>
        <Link id={listNameId(id)} className="name" to={to}>
          <bdi>{name}</bdi>
        </Link>
        <span className="sub">
          {manyTools(tools)}, {manyPieces(pieces)}
        </span>
        <RowProblem>{problem}</RowProblem>
      </RowHead>
      <Cell label="Today">
        {words.length === 0 ? (
          <Status mark="done">all in stock</Status>
        ) : (
          words.map(({ mark, text }) => (
            <span key={text} className="t-saved__trouble">
              <Status mark={mark}>{text}</Status>
            </span>
          ))
        )}
      </Cell>
      <Cell className="num" label="Last time">
        {last ? formatDollars(last.total) : <span className="muted">–</span>}
      </Cell>
      <Cell className="num" label="Today’s total">
        <b className="money">{formatDollars(total)}</b>
      </Cell>
      <Cell label="Last ordered">{last ? <Day iso={last.at} /> : <span className="muted">–</span>}</Cell>
      <Cell className="act">
        <span className="acts">
          <ButtonLink variant="ink" size="sm" to={to} aria-label={`Order again: ${name}`}>
            Order again
          </ButtonLink>
          <IconButton id={renameId(id)} icon="edit" label={`Rename ${name}`} busy={busy} onClick={onRename} />
          <IconButton icon="copy" label={`Duplicate ${name}`} busy={busy} onClick={onCopy} />
          <IconButton icon="x" label={`Delete ${name}`} busy={busy} onClick={onDelete} />
        </span>
      </Cell>
    </Row>
  );
}

interface IconButtonProps {
  id?: string;
  icon: 'edit' | 'copy' | 'x';
  label: string;
  busy: boolean;
  onClick: () => void;
}

/** While the row is busy it keeps its focus and does nothing. */
const IconButton = ({ icon, label, busy, onClick, ...rest }: IconButtonProps) => (
  <Button
    {...rest}
    variant="quiet"
    size="sm"
    className="btn--icon"
    aria-label={label}
    title={label.split(' ')[0]}
    aria-disabled={busy || undefined}
    onClick={() => !busy && onClick()}
  >
    <Icon name={icon} />
  </Button>
);

interface RenameRowProps {
  name: string;
  busy: boolean;
  /** Why the shop did not take the name. */
  problem: string | undefined;
  onSave: (name: string) => void;
  onCancel: () => void;
}

/** In the place of a row while its name is changed. */
export function RenameRow({ name, busy, problem, onSave, onCancel }: RenameRowProps) {
  const [typed, setTyped] = useState(name);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const read = ListName.safeParse(typed);
    setError(read.success ? undefined : read.error.issues[0]?.message);
    if (read.success) onSave(read.data);
    else field.current?.focus();
  }

  return (
    <Row>
      <Cell className="c-name" colSpan={COLUMNS.length}>
        <form className="rename" noValidate onSubmit={submit}>
          <TextField
            label={<span className="sr">Name of the list</span>}
            ref={field}
            autoComplete="off"
            value={typed}
            error={error ?? problem}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setError(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onCancel();
            }}
          />
          <Button type="submit" variant="ink" loading={busy}>
            Save name
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </form>
      </Cell>
    </Row>
  );
}
