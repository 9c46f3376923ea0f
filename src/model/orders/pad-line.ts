/** A line of the order pad as it was typed, and what stands in it. */
export interface PadLine extends PadQuantity {
  /** Its place in the text, from 1, empty lines counted. */
  readonly no: number;
  readonly text: string;
  /** The same for the same text, however many lines come before it; of equal lines each has its own. */
  readonly key: string;
  /** A head row is left out. */
  readonly head?: true;
  /** What may be an item number, in capitals without hyphens; the likeliest first. */
  readonly numbers: readonly string[];
  /** The quantity where one of them, whose digits may also be a quantity, is the item number. */
  readonly beside?: Readonly<Record<string, PadQuantity>>;
  /** What is left: the name. */
  readonly words: string;
}

export interface PadQuantity {
  readonly quantity?: number;
  /** Pieces unless it says packs. */
  readonly unit?: 'pieces' | 'packs';
  /** What stands in its place and is no whole number: "12.5", "-5". */
  readonly unread?: string;
}

export type PadParts = PadQuantity & Pick<PadLine, 'numbers' | 'beside' | 'words'>;

export const MAX_PAD_LINES = 500;
