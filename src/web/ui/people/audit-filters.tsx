import { useEffect, useId, useRef } from 'react';
import { AUDIT_GROUPS, type AuditGroup } from '#model/kernel/audit.ts';
import { Button } from '../kernel/button.tsx';
import { GROUP_TITLES } from './audit-words.ts';

/** An empty word does not filter. */
export interface AuditSearch {
  readonly group: AuditGroup | '';
  readonly person: string;
  readonly target: string;
}

export const NO_SEARCH: AuditSearch = { group: '', person: '', target: '' };
export const narrows = ({ group, person, target }: AuditSearch): boolean => Boolean(group || person || target);

interface AuditFiltersProps {
  search: AuditSearch;
  onSearch: (search: AuditSearch) => void;
}

/** The kind applies at once, text when submitted. */
export function AuditFilters({ search, onSearch }: AuditFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const { group, person, target } = search;
  // Follow a search from a link or from Back.
  useEffect(() => {
    const fields = form.current?.elements;
    for (const [name, value] of Object.entries({ group, person, target }))
      (fields?.namedItem(name) as HTMLInputElement | HTMLSelectElement).value = value;
  }, [group, person, target]);
  const typed = (): AuditSearch => {
    const data = new FormData(form.current ?? undefined);
    const word = (name: string) => String(data.get(name) ?? '').trim();
    return { group: word('group') as AuditSearch['group'], person: word('person'), target: word('target') };
  };
  return (
    <search>
      <form
        ref={form}
        className="audit__find"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(typed());
        }}
      >
        <div className="field">
          <label htmlFor={`${id}-group`}>What</label>
          <select
            id={`${id}-group`}
            className="in"
            name="group"
            defaultValue={search.group}
            onChange={() => onSearch(typed())}
          >
            <option value="">Everything</option>
            {(Object.keys(AUDIT_GROUPS) as AuditGroup[]).map((group) => (
              <option key={group} value={group}>
                {GROUP_TITLES[group]}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}-person`}>Person’s email</label>
          <input
            id={`${id}-person`}
            className="in"
            name="person"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            defaultValue={search.person}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-target`}>Id or purchase number of what it was done to</label>
          <input
            id={`${id}-target`}
            className="in"
            name="target"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            defaultValue={search.target}
          />
        </div>
        <span className="acts">
          <Button type="submit" variant="ink">
            Find
          </Button>
          {narrows(search) && (
            <Button variant="quiet" onClick={() => onSearch(NO_SEARCH)}>
              Clear
            </Button>
          )}
        </span>
      </form>
    </search>
  );
}
