import type { FormEvent, RefObject } from 'react';
import { MAX_SEARCH_LENGTH } from '#model/catalogue/search-words.ts';
import { Icon } from '../kernel/icon.tsx';
import { Link } from '../kernel/link.tsx';
import { March } from '../kernel/march.tsx';
import { categoryChoices, minimumChoices, priceChoices, sortChoices, type ToolSearch } from './tool-choices.ts';
import { useSearchForm } from './tool-form.ts';

export interface ToolBarProps {
  search: ToolSearch;
  need: number | undefined;
  categories: readonly string[];
  /** Active filters, for the button that opens the sheet on narrow screens. */
  filters: number;
  view: 'grid' | 'list';
  gridTo: string;
  listTo: string;
  busy: boolean;
  leaving: boolean;
  sheetId: string;
  sheet: RefObject<HTMLDialogElement | null>;
  onSearch: (search: ToolSearch, how?: 'typed' | 'sheet') => void;
}

const KNOWS_COMMANDS = typeof HTMLButtonElement !== 'undefined' && 'command' in HTMLButtonElement.prototype;

/** A plain form, so that it works before its script has loaded. */
export function ToolBar(props: ToolBarProps) {
  const { search, need, categories, filters, view, busy, sheet, sheetId } = props;
  const { form, ...handlers } = useToolForm(props);
  return (
    <search aria-label="Tools">
      <form ref={form} {...handlers} className="toolbar" action="/#tools" autoComplete="off">
        <div className="tb-search">
          <button type="submit" className="tb-go" aria-label="Search">
            {busy ? <March /> : <Icon name="search" />}
          </button>
          <label>
            <span className="sr">Search tools by name or item number</span>
            <input
              type="search"
              name="q"
              defaultValue={search.q}
              placeholder="Search tools by name"
              maxLength={MAX_SEARCH_LENGTH}
              enterKeyHint="search"
            />
          </label>
        </div>
        <Choice
          name="category"
          label="Category"
          value={search.category}
          choices={categoryChoices(search.category, categories)}
        />
        <Choice name="price" label="Price" value={search.price} choices={priceChoices(search.price)} />
        <Choice
          name="min_order"
          label="Min. order"
          value={search.min_order}
          choices={minimumChoices(search.min_order)}
        />
        <label className="check">
          <input type="checkbox" name="in_stock" value="true" defaultChecked={search.in_stock !== ''} />
          In stock
        </label>
        <button
          type="button"
          className="seg seg--filter"
          aria-haspopup="dialog"
          // Opens the dialog without scripts where the browser supports it.
          {...{ command: 'show-modal', commandfor: sheetId }}
          onClick={() => KNOWS_COMMANDS || sheet.current?.showModal()}
        >
          <Icon name="filter" />
          <b>Filter</b>
          {filters > 0 && (
            <span>
              {filters}
              <span className="sr"> chosen</span>
            </span>
          )}
        </button>
        <Choice name="sort" label="Sort" value={search.sort} choices={sortChoices(need)} />
        {view === 'list' && <input type="hidden" name="view" value="list" />}
        {search.need && <input type="hidden" name="need" value={search.need} />}
        {search.all && <input type="hidden" name="all" value="1" />}
        <div className="viewsw">
          <View name="Grid view" icon="grid" to={props.gridTo} current={view === 'grid'} />
          <View name="List view" icon="rows" to={props.listTo} current={view === 'list'} />
        </div>
      </form>
    </search>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
}

function Choice({ name, label, value, choices }: ChoiceProps) {
  return (
    <label className={`seg seg--${name}`}>
      {name === 'sort' && <Icon name="sort" />}
      <span>{label}</span>
      <select name={name} defaultValue={value}>
        {choices.map((it) => (
          <option key={it.value} value={it.value}>
            {it.label}
          </option>
        ))}
      </select>
      <Icon name="down" small />
    </label>
  );
}

function View({ name, icon, to, current }: { name: string; icon: 'grid' | 'rows'; to: string; current: boolean }) {
  return (
    <Link to={to} prefetch="none" preventScrollReset aria-label={name} aria-current={current || undefined}>
      <Icon name={icon} />
    </Link>
  );
}

function useToolForm(props: ToolBarProps) {
  const { form, now, soon } = useSearchForm(props);
  return {
    form,
    onChange({ target }: FormEvent) {
      if (target instanceof HTMLInputElement && target.type === 'search') soon('typed');
      else now();
    },
    onSubmit(event: FormEvent) {
      event.preventDefault();
      now('typed');
    },
  };
}
