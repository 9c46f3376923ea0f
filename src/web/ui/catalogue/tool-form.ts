import { useEffect, useEffectEvent, useRef } from 'react';
import { priceEnds, type ToolSearch } from './tool-choices.ts';

/** What the form has no control for stays as in `search`. */
function readForm(form: HTMLFormElement, search: ToolSearch): ToolSearch {
  const data = new FormData(form);
  const text = (name: string) =>
    String(data.get(name) ?? '')
      .replace(/\p{Cc}+/gu, ' ')
      .trim();
  const has = (name: string) => form.elements.namedItem(name) !== null;
  return {
    q: has('q') ? text('q') : search.q,
    category: text('category'),
    price: has('price_from') ? priceOf(text('price_from'), text('price_to')) : text('price'),
    min_order: text('min_order'),
    in_stock: text('in_stock'),
    need: search.need,
    all: search.all,
    sort: has('sort') ? text('sort') : search.sort,
  };
}

function fillForm(form: HTMLFormElement, search: ToolSearch): void {
  const { from, to } = priceEnds(search.price);
  for (const [name, text] of Object.entries({ ...search, price_from: from, price_to: to })) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = text !== '';
    else if (control && 'value' in control && control.value !== text) control.value = text;
  }
}

/** Need and `all` are the lens's, which may be ahead. */
const sameSearch = (one: ToolSearch, other: ToolSearch): boolean =>
  (Object.keys(one) as (keyof ToolSearch)[]).every(
    (part) => part === 'need' || part === 'all' || one[part] === other[part],
  );

/** Ignores currency signs and spaces, and cents: prices are whole dollars. */
export function priceOf(from: string, to: string): string {
  const [least, most] = [from, to].map((text) => text.replace(/\.\d?\d?(?=\D*$)|\D/g, '').slice(0, 7));
  if (!least && !most) return '';
  return `${least && Number(least)}-${most && Number(most)}`;
}

export function crossed(price: string): boolean {
  const { from, to } = priceEnds(price);
  return from !== '' && to !== '' && Number(from) > Number(to);
}

/** Milliseconds without a key press before searching. */
const TYPING_PAUSE = 250;

type How = 'typed' | 'sheet' | undefined;

interface SearchForm {
  search: ToolSearch;
  busy: boolean;
  /** Another page is on its way: what is typed must not stop it. */
  leaving: boolean;
  onSearch: (wanted: ToolSearch, how?: 'typed' | 'sheet') => void;
}

/**
 * A form that searches as it is filled in. The answers to its own searches come while the next choice is made: only a
 * search made elsewhere, by a link or a way back, moves its controls, and never what is being typed. It is mounted
 * whenever one of these is called.
 * @param isWrong what is not searched for
 */
export function useSearchForm(
  { search, busy, leaving, onSearch }: SearchForm,
  isWrong?: (wanted: ToolSearch) => boolean,
) {
  const form = useRef(null as unknown as HTMLFormElement);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef([search]);
  /** False where it is wrong. */
  const now = (how?: How): boolean => {
    clearTimeout(pause.current);
    pause.current = undefined;
    const wanted = readForm(form.current, search);
    if (isWrong?.(wanted)) return false;
    if (!sameSearch(wanted, sent.current.at(-1) ?? search)) {
      sent.current.push(wanted);
      onSearch(wanted, how);
    }
    return true;
  };
  const latest = useEffectEvent((how?: How) => {
    pause.current = undefined;
    return leaving || now(how);
  });
  useEffect(() => {
    // Earlier ones were superseded by it. It comes twice: when it is asked for, and when its answer is there.
    const place = sent.current.findLastIndex((own) => sameSearch(own, search));
    sent.current = place < 0 ? [] : sent.current.slice(place);
    if (place < 0 && pause.current === undefined) fillForm(form.current, search);
  }, [search]);
  // What was given up has no answer.
  useEffect(() => {
    if (!busy) sent.current = [];
  }, [busy]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once nobody leaves any more
  useEffect(() => {
    // What was chosen before the script loaded, or typed on the way to a page that did not come.
    latest();
    return () => clearTimeout(pause.current);
  }, [leaving]);
  const soon = (how?: How): void => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => latest(how), TYPING_PAUSE);
  };
  return { form, now, soon };
}
