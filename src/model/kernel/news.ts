/** What public answers show of the shop, beside how many pieces are left. */
export type Topic = 'tools' | 'reviews';

/** What one answer shows: it is as good as new until one of these changes. */
export interface Shown {
  readonly topics: ReadonlySet<Topic>;
  /** Ids of the tools whose stock it shows, or depends on. */
  readonly stockOf: 'all' | ReadonlySet<string>;
}

/** What has changed in the shop. */
export type Change =
  | { readonly kind: 'everything' }
  | { readonly kind: 'topic'; readonly topic: Topic }
  | { readonly kind: 'stock'; readonly of: 'all' | ReadonlySet<string> };

/** Tells what changes in the shop, whichever process changes it. */
export interface News {
  /** Whether everything that had changed a moment ago has been told. Looked at with every request. */
  readonly isCurrent: () => boolean;
  /** Has everything told that is committed when it is called. False when that cannot be known now. */
  readonly catchUp: () => Promise<boolean>;
  /** @param hear told of every change, in the order in which they are noticed */
  readonly onChange: (hear: (change: Change) => void) => void;
}

/** Whether an answer that shows this may be out of date after the change. */
export function touches(change: Change, { topics, stockOf }: Shown): boolean {
  if (change.kind === 'everything') return topics.size > 0 || isStocked(stockOf);
  if (change.kind === 'topic') return topics.has(change.topic);
  if (change.of === 'all' || stockOf === 'all')
    return isStocked(stockOf) && (change.of === 'all' || change.of.size > 0);
  const [few, many] = change.of.size < stockOf.size ? [change.of, stockOf] : [stockOf, change.of];
  for (const id of few) if (many.has(id)) return true;
  return false;
}

const isStocked = (stockOf: Shown['stockOf']): boolean => stockOf === 'all' || stockOf.size > 0;
