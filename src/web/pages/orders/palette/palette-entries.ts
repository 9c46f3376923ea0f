import { dashboardPages, pages, shopPages } from '#contract/pages.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import type { Purchase } from '#model/orders/order.ts';
import type { ListRow } from '#model/orders/saved-lists.ts';
import type { Wish } from '#model/orders/wish.ts';
import { manyPieces } from '#texts/format.ts';
import type { IconName } from '#web/ui/kernel/icon.tsx';
import { manyTools } from '#web/ui/orders/list-counts.ts';
import { invoicePage, purchasePage } from '#web/ui/orders/purchase-link.ts';
import type { FoundPurchase } from './palette-purchases.ts';

/** Who looks. Undefined while nobody knows. */
export type Seeker = 'visitor' | 'customer' | 'admin' | undefined;

export type Act =
  | { readonly kind: 'tool'; readonly tool: Tool }
  | { readonly kind: 'open'; readonly to: string }
  | { readonly kind: 'leave'; readonly to: string }
  | { readonly kind: 'theme' }
  | { readonly kind: 'logout' };

export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly icon: IconName;
  readonly act: Act;
  /** Its status and facts stand beside it. */
  readonly purchase?: FoundPurchase;
}

export interface EntryGroup {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Everything that the entries are made of. */
export interface Found {
  readonly wish: Wish;
  readonly seeker: Seeker;
  readonly tools: readonly Tool[];
  /** The tools are those of these words. */
  readonly complete: boolean;
  readonly toolsTitle: string;
  readonly need: number | undefined;
  readonly purchases: readonly FoundPurchase[];
  /** The only purchase that was found, as the shop shows it. */
  readonly purchase: Purchase | undefined;
  /** The customer's saved lists that were found. */
  readonly lists: readonly ListRow[];
  /** Words that were meant instead of those that were typed. */
  readonly meant: string | undefined;
  /** How many tools the order list has. */
  readonly listed: string | undefined;
  /** Where the shop is written to. */
  readonly contact: string;
}

/** Entries of a group. */
const MOST = 5;

interface PageEntry {
  readonly title: string;
  readonly path: string;
  readonly icon: IconName;
  readonly for: 'everyone' | 'visitor' | 'member' | 'customer' | 'admin' | 'buyer';
}

const exists = (path: string): boolean => pages.some((page) => page.path === path);

/** Pages that have no entry in a navigation of the table. */
const BESIDE: readonly PageEntry[] = [
  { title: 'Order list', path: '/order-list', icon: 'cart', for: 'buyer' },
  { title: 'Order pad', path: '/order-pad', icon: 'pad', for: 'buyer' },
  { title: 'Login', path: '/login', icon: 'user', for: 'visitor' },
  { title: 'Sign up', path: '/signup', icon: 'add', for: 'visitor' },
];

const PAGES: readonly PageEntry[] = [
  ...dashboardPages.flatMap((page) =>
    'entry' in page
      ? [{ ...page.entry, for: page.entry.for === 'everyone' ? ('member' as const) : page.entry.for, path: page.path }]
      : [],
  ),
  ...BESIDE.filter(({ path }) => exists(path)),
  ...shopPages.flatMap((page) =>
    'bar' in page ? [{ title: page.bar, path: page.path, icon: 'grid', for: 'everyone' } as const] : [],
  ),
];

const ORDER_PAD = '/order-pad';
const AGAIN = '/dashboard/purchases/:no/again';
const LISTS = '/dashboard/lists';
const LIST_AGAIN = '/dashboard/lists/:listId/again';
/** Home shows prices for a quantity. */
const KNOWS_NEED = pages.some(({ path, query }) => path === '/' && query?.includes('need'));

/** What fits, in the order in which it is shown. Where nothing does, a way to ask for who buys. */
export function entriesOf(found: Found): EntryGroup[] {
  const tools = { title: found.toolsTitle, entries: found.tools.map(toolEntry) };
  const orders = {
    title: found.seeker === 'admin' ? 'Orders' : 'Your orders',
    entries: [...purchaseEntries(found), ...found.lists.map(listEntry)],
  };
  const groups = [
    ...(found.purchases.some((it) => isNumbered(it, found.wish)) ? [orders, tools] : [tools, orders]),
    { title: 'Pages', entries: pageEntries(found) },
    { title: 'Actions', entries: actionEntries(found) },
  ]
    .map(({ title, entries }) => ({ title, entries: entries.slice(0, MOST) }))
    .filter(({ entries }) => entries.length > 0);
  const nothing = found.wish.words !== '' && found.complete && groups.length === 0 && found.seeker !== 'admin';
  return nothing ? [{ title: 'Actions', entries: [mailEntry(found)] }] : groups;
}

const toolEntry = (tool: Tool): Entry => ({
  id: tool._id,
  label: tool.name,
  icon: 'box',
  act: { kind: 'tool', tool },
});

/** By its whole number: nothing else is meant. */
const isNumbered = ({ number }: FoundPurchase, { words }: Wish): boolean => number === words.toUpperCase();

function purchaseEntries({ wish, purchases, purchase }: Found): Entry[] {
  const meant = purchases.filter((it) => isNumbered(it, wish));
  const own = [...meant, ...purchases.filter((it) => !isNumbered(it, wish))].map((it): Entry => {
    const { number } = it;
    return { id: number, label: number, icon: 'orders', act: { kind: 'open', to: purchasePage(number) }, purchase: it };
  });
  if (!purchase) return own;
  const { number, invoice } = purchase;
  const tracked = purchase.shipments.flatMap(({ no, link, tracking }): Entry[] =>
    link
      ? [
          {
            id: `track-${no}`,
            label: purchase.shipments.length === 1 ? `Track ${number}` : `Track part ${no} of ${number}`,
            detail: tracking ?? undefined,
            icon: 'truck',
            act: { kind: 'leave', to: link },
          },
        ]
      : [],
  );
  const again = exists(AGAIN) ? [opens('again', `Order ${number} again`, 'refresh', AGAIN.replace(':no', number))] : [];
  const paper = invoice ? [opens('invoice', `Invoice ${invoice.number}, PDF`, 'file', invoicePage(number))] : [];
  // So that five have room for what else there is.
  return [...own, ...tracked.slice(-2).toReversed(), ...again, ...paper];
}

const listEntry = ({ id, name, tools }: ListRow): Entry => ({
  ...opens(`list-${id}`, name, 'list', LIST_AGAIN.replace(':listId', id)),
  detail: `saved list, ${manyTools(tools)}`,
});

function pageEntries({ wish, seeker, purchases, listed }: Found): Entry[] {
  const near = purchases.length > 0 && purchases.every(({ itself }) => itself);
  return PAGES.filter(({ for: who }) => isFor(who, seeker))
    .filter(({ title, path }) => fits(wish.words, title) || (near && NEAR_ORDERS.has(path)))
    .map(({ title, path, icon }) => ({
      id: path,
      label: title,
      icon,
      detail: path === '/order-list' ? listed : undefined,
      act: { kind: 'open', to: path },
    }));
}

const NEAR_ORDERS: ReadonlySet<string> = new Set(['/dashboard/myorders', LISTS, '/order-list']);

function isFor(who: PageEntry['for'], seeker: Seeker): boolean {
  if (who === 'everyone') return true;
  if (who === 'member') return seeker === 'customer' || seeker === 'admin';
  if (who === 'buyer') return seeker !== 'admin';
  return who === seeker;
}

function actionEntries({ wish, seeker, tools, need, meant }: Found): Entry[] {
  const { words } = wish;
  const offered = words !== '' && tools.length > 0;
  const sought = meant ?? words;
  const at = KNOWS_NEED ? need : undefined;
  const query = new URLSearchParams({ q: sought, ...(at !== undefined && { need: String(at) }) });
  const pieces = at === undefined ? '' : ` at ${manyPieces(at)}`;
  return [
    ...(offered ? [opens('all', `Show all tools for “${sought}”${pieces}`, 'search', `/?${query}#tools`)] : []),
    ...(exists(ORDER_PAD) && seeker !== 'admin' && (offered || fits(words, PASTE))
      ? [opens('pad', PASTE, 'pad', ORDER_PAD)]
      : []),
    ...(fits(words, 'Switch theme dark light')
      ? [{ id: 'theme', label: 'Switch theme', icon: 'sun', act: { kind: 'theme' } } as const]
      : []),
    ...(isFor('member', seeker) && fits(words, 'Logout log out sign')
      ? [{ id: 'logout', label: 'Logout', icon: 'out', act: { kind: 'logout' } } as const]
      : []),
  ];
}

const PASTE = 'Paste a list into the order pad';

const opens = (id: string, label: string, icon: IconName, to: string): Entry => ({
  ...{ id, label, icon },
  act: { kind: 'open', to },
});

const mailEntry = ({ wish: { words }, contact }: Found): Entry => ({
  id: 'mail',
  label: 'Ask by email',
  detail: contact,
  icon: 'mail',
  act: { kind: 'leave', to: `mailto:${contact}?subject=${encodeURIComponent(words)}` },
});

export const findLists = (words: string, lists: readonly ListRow[]): readonly ListRow[] =>
  words === '' ? [] : lists.filter(({ name }) => fits(words, name));

/** Each word begins one of the title's. Nothing typed fits everything. */
function fits(words: string, title: string): boolean {
  const its = title.toLowerCase().split(' ');
  return words
    .toLowerCase()
    .split(' ')
    .filter(Boolean)
    .every((word) => its.some((it) => it.startsWith(word)));
}
