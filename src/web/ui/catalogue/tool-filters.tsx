import { type FormEvent, type MouseEvent, type RefObject, useState } from 'react';
import { Button, ButtonLink } from '../kernel/button.tsx';
import { Icon } from '../kernel/icon.tsx';
import { categoryChoices, limitsOf, minimumChoices, priceEnds, type ToolSearch } from './tool-choices.ts';
import { crossed, useSearchForm } from './tool-form.ts';
import { totalTools } from './total-tools.ts';

interface ToolFiltersProps {
  sheetId: string;
  sheet: RefObject<HTMLDialogElement | null>;
  search: ToolSearch;
  categories: readonly string[];
  view: 'grid' | 'list';
  total: number | undefined;
  busy: boolean;
  leaving: boolean;
  clearTo: string;
  onSearch: (search: ToolSearch, how?: 'typed' | 'sheet') => void;
}

/** For narrow screens. Each choice applies at once. */
export function ToolFilters({
  sheetId: id,
  sheet: dialog,
  search,
  categories,
  view,
  total,
  busy,
  leaving,
  clearTo,
  onSearch,
}: ToolFiltersProps) {
  const [wrong, setWrong] = useState(false);
  const { form, now, soon } = useSearchForm({ search, busy, leaving, onSearch }, ({ price }) => {
    setWrong(crossed(price));
    return crossed(price);
  });
  const { from, to } = priceEnds(search.price);
  const shows = `Show ${total === undefined ? 'tools' : totalTools(total)}`;
  function show(event: FormEvent) {
    event.preventDefault();
    if (now('sheet')) dialog.current?.close();
  }
  function closeOutside(event: MouseEvent) {
    if (event.target === event.currentTarget) dialog.current?.close();
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape, as every dialog
    <dialog ref={dialog} id={id} className="filter-sheet" aria-labelledby={`${id}-title`} onClick={closeOutside}>
      <form
        ref={form}
        className="dialog"
        action="/#tools"
        autoComplete="off"
        onSubmit={show}
        onChange={() => soon('sheet')}
      >
        <div className="dialog__head">
          <h2 className="dialog__title" id={`${id}-title`}>
            Filter tools
          </h2>
          <button type="button" className="dialog__x" aria-label="Close" onClick={() => dialog.current?.close()}>
            <Icon name="x" />
          </button>
        </div>
        <div className="dialog__body dialog__form">
          <div className="field filter-sheet__category">
            <label htmlFor={`${id}-category`}>Category</label>
            <select id={`${id}-category`} name="category" className="in" defaultValue={search.category}>
              {categoryChoices(search.category, categories).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
          <div className="row2">
            <PriceField
              label="Price from"
              name="price_from"
              value={from}
              placeholder="$0"
              wrong={wrong}
              errorId={`${id}-wrong`}
            />
            <PriceField
              label="Price to"
              name="price_to"
              value={to}
              placeholder="No limit"
              wrong={wrong}
              errorId={`${id}-wrong`}
            />
          </div>
          <div className="field filter-sheet__wrong" role="alert">
            {wrong && (
              <p className="err" id={`${id}-wrong`}>
                <Icon name="warn" small />
                The first price is above the second.
              </p>
            )}
          </div>
          <fieldset className="field">
            <legend className="label">Minimum order</legend>
            <div className="opts">
              {minimumChoices(search.min_order).map(({ value, label }) => (
                <label key={value} className="check">
                  <input type="radio" name="min_order" value={value} defaultChecked={value === search.min_order} />
                  {label}
                </label>
              ))}
            </div>
          </fieldset>
          <div className="filter-sheet__last">
            <label className="check">
              <input type="checkbox" name="in_stock" value="true" defaultChecked={search.in_stock !== ''} />
              In stock only
            </label>
          </div>
          <input type="hidden" name="q" value={search.q} />
          <input type="hidden" name="sort" value={search.sort} />
          {view === 'list' && <input type="hidden" name="view" value="list" />}
        </div>
        <span className="sr" role="status">
          {shows}
        </span>
        <div className="dialog__foot">
          {limitsOf(search).length > 0 && (
            <ButtonLink to={clearTo} prefetch="none" preventScrollReset>
              Clear all
            </ButtonLink>
          )}
          <Button type="submit" variant="ink" aria-busy={busy || undefined}>
            {shows}
          </Button>
        </div>
      </form>
    </dialog>
  );
}

interface PriceFieldProps {
  label: string;
  name: string;
  value: string;
  placeholder: string;
  wrong: boolean;
  errorId: string;
}

function PriceField({ label, name, value, placeholder, wrong, errorId }: PriceFieldProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        className="in"
        inputMode="numeric"
        placeholder={placeholder}
        defaultValue={value}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? errorId : undefined}
      />
    </div>
  );
}
