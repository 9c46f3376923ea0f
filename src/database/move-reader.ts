/** Stock moves beyond a place, and the transactions that ran when they were read (`pg_snapshot_xmin` and `_xmax`). */
export interface Look {
  /** Id of the move and of its tool. */
  readonly moves: readonly (readonly [id: number, toolId: string])[];
  /** True when there are more than were read. */
  readonly more: boolean;
  /** The highest id of all. */
  readonly top: number;
  readonly xmin: bigint;
  readonly xmax: bigint;
}

/**
 * Finds out of one look after the other which tools' stock has changed since the last. Moves take their ids before they
 * are committed, so a later look may find a lower id: the reader goes on from an id only when every transaction that ran
 * as that id was the highest has ended. All writers write to another row first, so their transactions count by then.
 */
export function createMoveReader() {
  let since: number | undefined;
  let seen = new Set<number>();
  let mark: { readonly top: number; readonly xmax: bigint } | undefined;
  let blindUntil: bigint | undefined;
  return {
    /** After which id the next look begins. */
    since: (): number => since ?? Number.MAX_SAFE_INTEGER,
    /** The tools whose stock has changed; all of them while that is not known. */
    read({ moves, more, top, xmin, xmax }: Look): 'all' | Set<string> {
      if (since === undefined || more) {
        since = top;
        seen = new Set();
        mark = undefined;
        blindUntil = xmax;
        return 'all';
      }
      const changed = new Set<string>();
      for (const [id, toolId] of moves) {
        if (seen.has(id)) continue;
        seen.add(id);
        changed.add(toolId);
      }
      if (mark && xmin >= mark.xmax) {
        since = mark.top;
        for (const id of seen) if (id <= since) seen.delete(id);
        mark = undefined;
      }
      mark ??= { top, xmax };
      if (blindUntil === undefined) return changed;
      if (xmin >= blindUntil) blindUntil = undefined;
      return 'all';
    },
  };
}
