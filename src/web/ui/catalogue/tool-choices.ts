import { formatCount, formatDollars } from '#texts/format.ts';

/** As the controls and the URL hold it: an empty text does not limit. */
export interface ToolSearch {
  readonly q: string;
  readonly category: string;
  /** `10-20`, `10-` or `-20`, in whole dollars. */
  readonly price: string;
  readonly min_order: string;
  readonly in_stock: string;
  /** Pieces, as digits. */
  readonly need: string;
  /** Only tools that have all of `need`. */
  readonly all: string;
  /** Empty for newest first. */
  readonly sort: string;
}

export const NO_SEARCH: ToolSearch = {
  ...{ q: '', category: '', price: '', min_order: '', in_stock: '' },
  ...{ need: '', all: '', sort: '' },
};

/** What depends on how many are needed, at another number or at none. */
export const atNeedOf = (search: ToolSearch, need: string): ToolSearch =>
  need ? { ...search, need } : { ...search, need, all: '', sort: search.sort === 'total' ? '' : search.sort };

interface Choice {
  readonly value: string;
  readonly label: string;
}

export const categoryChoices = (chosen: string, known: readonly string[]): Choice[] =>
  choices('All', known, chosen, (category) => category);

export const priceChoices = (chosen: string): Choice[] =>
  choices('Any', ['-5', '5-10', '10-20', '20-50', '50-'], chosen, priceLabel);

export const minimumChoices = (chosen: string): Choice[] => choices('Any', ['10', '50', '100'], chosen, minimumLabel);

export const sortChoices = (need: number | undefined): readonly Choice[] =>
  need === undefined ? SORT_CHOICES : [...SORT_CHOICES, { value: 'total', label: `Total for ${formatCount(need)}` }];

const SORT_CHOICES: readonly Choice[] = [
  { value: '', label: 'Newest first' },
  { value: 'price-asc', label: 'Lowest price' },
  { value: 'price-desc', label: 'Highest price' },
  { value: 'name', label: 'Name' },
  { value: 'min-order', label: 'Smallest order' },
  { value: 'available', label: 'Most available' },
];

export function limitsOf({
  q,
  category,
  price,
  min_order,
  in_stock,
  need,
  all,
}: ToolSearch): { name: keyof ToolSearch; label: string }[] {
  const limits: { name: keyof ToolSearch; label: string }[] = [];
  if (q) limits.push({ name: 'q', label: `“${q}”` });
  if (category) limits.push({ name: 'category', label: category });
  if (price) limits.push({ name: 'price', label: priceLabel(price) });
  if (min_order) limits.push({ name: 'min_order', label: `Min. order ${minimumLabel(min_order).toLowerCase()}` });
  if (in_stock) limits.push({ name: 'in_stock', label: 'In stock' });
  if (all) limits.push({ name: 'all', label: canDeliver(Number(need)) });
  return limits;
}

export function priceEnds(price: string): { from: string; to: string } {
  const [from = '', to = ''] = price.split('-');
  return { from, to };
}

function priceLabel(price: string): string {
  const { from, to } = priceEnds(price);
  if (!from) return `Up to ${formatDollars(Number(to))}`;
  if (!to) return `From ${formatDollars(Number(from))}`;
  return `${formatDollars(Number(from))} to ${formatDollars(Number(to))}`;
}

/** "Can deliver all 250". */
export const canDeliver = (need: number): string => `Can deliver ${need === 1 ? '1' : `all ${formatCount(need)}`}`;

const minimumLabel = (minimum: string) => `Up to ${formatCount(Number(minimum))}`;

/** A value that is only in the URL is a choice too. */
function choices(none: string, usual: readonly string[], chosen: string, label: (value: string) => string): Choice[] {
  const values = chosen && !usual.includes(chosen) ? [...usual, chosen] : usual;
  return [{ value: '', label: none }, ...values.map((value) => ({ value, label: label(value) }))];
}
