import { Suspense, use, useEffect, useReducer, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { itemNumber } from '#model/catalogue/item-number.ts';
import { meantWords } from '#model/catalogue/meant-words.ts';
import { atNeed, quantityAtNeed, readNeed } from '#model/catalogue/need.ts';
import { MAX_SEARCH_LENGTH } from '#model/catalogue/search-words.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { Purchase } from '#model/orders/order.ts';
import { withComing } from '#model/orders/order-list.ts';
import { readWish } from '#model/orders/wish.ts';
import { failureText } from '#texts/failures.ts';
import { manyPieces } from '#texts/format.ts';
import { api } from '#web/api/identity/session.ts';
import { useSession } from '#web/api/identity/use-session.ts';
import paletteStyles from '#web/styles/palette.css?url';
import { ShopContext } from '#web/ui/kernel/page-title.tsx';
import { PaletteFrame } from '#web/ui/kernel/palette-frame.tsx';
import { switchTheme } from '#web/ui/kernel/theme-switch.tsx';
import { useListed } from '#web/ui/kernel/use-listed.ts';
import { manyTools } from '#web/ui/orders/list-counts.ts';
import { PaletteEntry, PalettePurchase, PaletteTool } from '#web/ui/orders/palette-rows.tsx';
import { synonyms } from '../../../../../content/synonyms.ts';
import { useDeskOrders } from '../desk/use-desk-orders.ts';
import { addToList } from '../lists/use-add-to-list.ts';
import { type Act, type Entry, entriesOf, findLists, type Seeker } from './palette-entries.ts';
import { PaletteLine } from './palette-line.tsx';
import { type FoundPurchase, findPurchases } from './palette-purchases.ts';

export interface PaletteProps {
  /** Called once it has closed. */
  onGone: () => void;
  onLogout: () => void;
  /** Ends the catching of keys that began with its opening, and says what was typed. */
  typedEarly: () => string;
}

/** Finds tools, the customer's own orders or an admin all of them, pages and actions; puts tools into the order list. */
export function Palette(props: PaletteProps) {
  return (
    <Suspense>
      <link rel="stylesheet" href={paletteStyles} precedence="default" />
      <Finder {...props} />
    </Suspense>
  );
}

const NO_PURCHASES: readonly FoundPurchase[] = [];
const LABEL = 'Find tools, orders and pages';
const MAC = /mac|iphone|ipad/i;

function Finder({ onGone, onLogout, typedEarly }: PaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  const leaves = useRef(false);
  const navigate = useNavigate();
  const here = useLocation();
  const { contactEmail } = use(ShopContext);
  const listed = useListed();
  const { seeker, email } = useSeeker();
  const [open, setOpen] = useState(true);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [waiting, setWaiting] = useState<{ other: boolean }>();

  const found = useFindTools(text);
  const { wish, tools, fresh } = found;
  const need = wish.quantity ?? (wish.outside ? undefined : runningNeed(here));
  const ownOrders = useOwnOrders(email);
  const ownLists = useOwnLists(email);
  const admin = seeker === 'admin';
  const desk = useDeskOrders(admin, wish.outside ? '' : wish.words);
  const purchases = admin
    ? findPurchases(wish.words, desk.orders ?? [], true, desk.meant)
    : findPurchases(wish.words, ownOrders ?? []);
  // A number may be that of a purchase, which is opened, where its digits find tools, which are added.
  const ready = fresh && !desk.coming && !(email && ownOrders === undefined && /^p-\d+$/i.test(wish.words));
  const lists = findLists(wish.words, ownLists ?? []);
  const meant = fresh && !desk.coming && purchases.length === 0 ? meantWords(wish.words, tools, synonyms) : undefined;
  const groups = entriesOf({
    ...{ wish, seeker, need, purchases, lists, meant, contact: contactEmail },
    tools: wish.outside ? [] : tools,
    complete: fresh && !desk.coming && !wish.outside,
    toolsTitle: need === undefined ? 'Tools' : `Tools, priced for ${manyPieces(need)}`,
    purchase: useOnlyPurchase(admin ? NO_PURCHASES : purchases),
    listed: listed > 0 ? manyTools(listed) : undefined,
  });
  const entries = groups.flatMap((group) => group.entries);
  const active = entries.find(({ id }) => id === chosen) ?? entries[0];
  const adds = (tool: Tool) => !admin && isSold(tool, need);

  function type(next: string) {
    setText(next);
    setChosen(undefined);
    setWaiting(undefined);
  }

  function close() {
    setOpen(false);
  }

  function go(to: string) {
    leaves.current = to.split(/[?#]/)[0] !== here.pathname;
    close();
    void navigate(to);
  }

  function pick(entry: Entry | undefined, other: boolean) {
    // Tools of other words are still on the screen: what was asked for is done once those of these words are there.
    if (!ready && (!entry || entry.act.kind === 'tool')) setWaiting({ other });
    else if (entry) act(entry.act, other);
  }

  function act(its: Act, other: boolean) {
    switch (its.kind) {
      case 'tool': {
        const { tool } = its;
        const pieces = quantityAtNeed(tool, need ?? 1);
        if (admin && !other) return go(`/dashboard/manageTools/${tool._id}`);
        if (other || !adds(tool)) return go(`/purchase/${tool._id}${need === undefined ? '' : `?quantity=${pieces}`}`);
        addToList(tool, pieces, () => go('/order-list'));
        input.current?.select();
        return;
      }
      case 'open':
        return go(its.to);
      case 'leave':
        close();
        window.open(its.to, its.to.startsWith('mailto:') ? '_self' : '_blank', 'noopener');
        return;
      case 'theme':
        return switchTheme();
      case 'logout':
        close();
        onLogout();
    }
  }

  useEffect(() => {
    if (!ready || !waiting) return;
    setWaiting(undefined);
    if ((tools.length > 0 || active?.purchase) && active) act(active.act, waiting.other);
  });

  const tool = active?.act.kind === 'tool' ? active.act.tool : undefined;
  return (
    <PaletteFrame
      open={open}
      onClose={close}
      onGone={onGone}
      returnsFocus={() => !leaves.current}
      label={LABEL}
      input={input}
      text={text}
      maxLength={MAX_SEARCH_LENGTH}
      onText={type}
      onFocus={() => {
        const typed = typedEarly();
        if (typed) type(typed.slice(0, MAX_SEARCH_LENGTH));
      }}
      said={
        <PaletteLine
          {...{ wish, need, meant, groups }}
          found={{ ...found, fresh: fresh && !(desk.coming && tools.length === 0) }}
          purchases={purchases.length}
          lists={lists.length}
          failed={
            desk.orders === null
              ? 'The orders'
              : ownOrders === null
                ? 'Your orders'
                : ownLists === null
                  ? 'Your saved lists'
                  : undefined
          }
          adding={tool && adds(tool) ? tool : undefined}
          onMeant={(words) => {
            type(wish.quantity === undefined ? words : `${wish.quantity} ${words}`);
            input.current?.focus();
          }}
        />
      }
      groups={groups}
      active={active}
      onActive={({ id }) => setChosen(id)}
      onPick={pick}
      draw={({ act: { kind, ...its }, purchase, label, detail, icon }) =>
        kind === 'tool' && 'tool' in its ? (
          <PaletteTool tool={its.tool} need={need} />
        ) : purchase ? (
          <PalettePurchase {...purchase} />
        ) : (
          <PaletteEntry {...{ label, detail, icon }} />
        )
      }
      hints={active ? hintsFor(tool && adds(tool) ? 'add' : 'open') : [CLOSE]}
    />
  );
}

function useSeeker(): { seeker: Seeker; email: string | undefined } {
  const session = useSession();
  if (session.status === 'signed-in')
    return {
      seeker: session.admin ? 'admin' : 'customer',
      email: session.admin === false ? session.user.email : undefined,
    };
  return { seeker: session.status === 'signed-out' ? 'visitor' : undefined, email: undefined };
}

/** The quantity for which home shows its prices. */
const runningNeed = ({ pathname, search }: { pathname: string; search: string }): number | undefined =>
  pathname === '/' ? readNeed(new URLSearchParams(search).get('need') ?? '') : undefined;

/** Pieces of it are here. */
const isSold = (tool: Tool, need: number | undefined): boolean => atNeed(tool, need ?? 1).stock.code !== 'none';

type Hint = readonly [keys: readonly string[], what: string];

const CLOSE: Hint = [['Esc'], 'close'];

function hintsFor(enter: 'add' | 'open'): Hint[] {
  const other: Hint = [[MAC.test(navigator.userAgent) ? '⌘' : 'Ctrl', 'Enter'], 'open'];
  return [
    [['↑', '↓'], 'choose'],
    [['Enter'], enter === 'add' ? 'add to order list' : 'open'],
    ...(enter === 'add' ? [other] : []),
    CLOSE,
  ];
}

/** What the customer with this email has of something; undefined before it has come, null where it did not load. */
function useOwn<T>(email: string | undefined, ask: (email: string) => Promise<Outcome<T, unknown>>) {
  const [answered, setAnswered] = useState<{ email: string; own: T | null }>();
  useEffect(() => {
    if (!email) return;
    let current = true;
    void ask(email).then((answer) => {
      if (current) setAnswered({ email, own: answer.ok ? answer.value : null });
    });
    return () => {
      current = false;
    };
  }, [email, ask]);
  return answered?.email === email ? answered?.own : undefined;
}

const askOrders = (email: string) => api.call('listMyOrders', { params: { email } });
const askLists = () => api.call('getLists', {});

const useOwnOrders = (email: string | undefined) => useOwn(email, askOrders);
const useOwnLists = (email: string | undefined) => useOwn(email, askLists);

/** The only purchase that was found, where it was itself looked for, with its shipments. */
function useOnlyPurchase(found: readonly FoundPurchase[]): Purchase | undefined {
  const [known, setKnown] = useState<Purchase>();
  const [first, ...others] = found;
  const number = first?.itself && others.length === 0 ? first.number : undefined;
  const there = known?.number === number;
  useEffect(() => {
    if (!number || there) return;
    const ending = new AbortController();
    api.call('getPurchase', { params: { id: number }, signal: ending.signal }).then(
      (answer) => answer.ok && setKnown(answer.value),
      () => {},
    );
    return () => ending.abort();
  }, [number, there]);
  return there ? known : undefined;
}

interface FoundTools {
  readonly words: string;
  readonly tools: readonly Tool[];
  readonly total: number;
}

const NONE: FoundTools = { words: '', tools: [], total: 0 };
const MOST = '5';
/** Milliseconds without a key before the shop is asked. */
const REST = 100;

/**
 * What a text asks for, and the first tools that it finds. Until they come the ones before stay, and `fresh` is false.
 * What was found once may show that a number in the text belongs to an item number.
 */
function useFindTools(text: string) {
  const [found, setFound] = useState(NONE);
  const [known, setKnown] = useState<readonly string[]>([]);
  const [failed, setFailed] = useState<{ words: string; text: string }>();
  const [tries, again] = useReducer((before: number) => before + 1, 0);
  const wish = readWish(text, known);
  const { words } = wish;
  const fresh = words === '' || found.words === words;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when asked to
  useEffect(() => {
    if (fresh) return;
    const ending = new AbortController();
    const ask = async () => {
      const query = { q: words, sort: 'newest' as const, limit: MOST };
      const answer = await api.call('listTools', { query, signal: ending.signal });
      if (!answer.ok) return setFailed({ words, text: failureText(answer.failure) });
      const { value: tools, list } = answer;
      setFailed(undefined);
      setKnown((before) => [...new Set([...before, ...tools.map(itemNumber)])]);
      const now = new Date();
      setFound({ words, tools: tools.map((tool) => withComing(tool, now)), total: list.total ?? tools.length });
    };
    const overtaken = (error: unknown) => {
      if (!ending.signal.aborted) throw error;
    };
    const timer = setTimeout(() => ask().catch(overtaken), REST);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [words, fresh, tries]);
  const { tools, total } = words === '' ? NONE : found;
  return { wish, tools, total, fresh, failure: !fresh && failed?.words === words ? failed.text : undefined, again };
}
