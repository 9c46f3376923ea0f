import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readNeed } from '#model/catalogue/need.ts';
import { formatCount } from '#texts/format.ts';
import { withNeed, withParameter } from './search-url.ts';

/** Milliseconds without a key press before the address follows. */
const TYPING_PAUSE = 300;

/** How many are needed: at once as it is typed, in the address when typing rests. */
export function useNeed(params: URLSearchParams, leaving: boolean, go: (search: string, how?: 'need') => void) {
  const inUrl = readNeed(params.get('need') ?? '');
  // `asked` was sent to the address from here; any other number in it comes from elsewhere.
  const [state, setState] = useState({ seen: inUrl, asked: inUrl, need: inUrl, wrong: false });
  if (state.seen !== inUrl) {
    const isOwn = inUrl === state.asked;
    setState(isOwn ? { ...state, seen: inUrl } : { seen: inUrl, asked: inUrl, need: inUrl, wrong: false });
  }
  const { need, wrong } = state;
  const field = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(pause.current), []);
  useEffect(() => {
    const input = field.current;
    if (!input || wrong || (readNeed(input.value) === need && (need !== undefined || input.value === ''))) return;
    clearTimeout(pause.current);
    input.value = need === undefined ? '' : formatCount(need);
  }, [need, wrong]);

  function ask(wanted: number | undefined) {
    clearTimeout(pause.current);
    setState((before) => ({ ...before, asked: wanted }));
    if (wanted !== inUrl) go(withNeed(params, wanted), 'need');
  }
  const askLatest = useEffectEvent(() => leaving || ask(need));
  // What was typed on the way to a page that did not come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once nobody leaves any more
  useEffect(() => void askLatest(), [leaving]);

  function type(text: string) {
    const typed = readNeed(text);
    if (typed === undefined && text.trim() !== '') return setState({ ...state, wrong: true });
    setState({ ...state, need: typed, wrong: false });
    clearTimeout(pause.current);
    pause.current = setTimeout(() => askLatest(), TYPING_PAUSE);
  }
  function choose(wanted: number | undefined) {
    setState({ ...state, need: wanted, wrong: false });
    if (field.current) field.current.value = wanted === undefined ? '' : formatCount(wanted);
    ask(wanted);
  }
  // What was typed before the script loaded.
  const typedBefore = useEffectEvent(() => {
    const text = field.current?.value ?? '';
    if (text && readNeed(text) !== need) type(text);
  });
  useEffect(() => typedBefore(), []);

  // Checked at once, before the address has it.
  const [checked, setChecked] = useState<{ at: string; all: boolean }>();
  if (checked && checked.at !== String(params)) setChecked(undefined);
  const all = need !== undefined && (checked?.all ?? params.has('all'));
  function setAll(wanted: boolean) {
    clearTimeout(pause.current);
    setChecked({ at: String(params), all: wanted });
    setState({ ...state, asked: need });
    const next = new URLSearchParams(withNeed(params, need));
    next.delete('shown');
    go(withParameter(next, 'all', wanted ? '1' : undefined));
  }
  return { need, wrong, all, field, type, choose, setAll, now: () => ask(need) };
}
