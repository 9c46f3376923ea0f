/** A sheet of A4 that is printed or saved: one content for page and PDF. */
export interface Paper {
  readonly title: string;
  /** Stands under the title and in the foot: "2026-0431", "P-1987, part 1". */
  readonly number: string;
  readonly shop: { readonly name: string; readonly lines: readonly string[] };
  readonly facts: readonly PaperFact[];
  /** A box to tick stands before each row, instead of its number. */
  readonly ticked: boolean;
  readonly heads: readonly PaperHead[];
  readonly rows: readonly PaperRow[];
  readonly sums: readonly PaperSum[];
  readonly closing: readonly PaperNote[];
  /** Lines to be signed. */
  readonly signed: readonly string[];
  readonly foot: string;
}

export interface PaperFact {
  readonly label: string;
  readonly lines: readonly string[];
  readonly isId?: true;
}

export interface PaperHead {
  readonly title: string;
  /** The width of its column, in millimetres. */
  readonly width: number;
}

export interface PaperRow {
  readonly name: string;
  readonly id: string | null;
  readonly figures: readonly string[];
}

export interface PaperSum {
  readonly label: string;
  readonly value: string;
  readonly is?: 'less' | 'total';
}

export interface PaperNote {
  readonly title?: string;
  readonly text: string;
  readonly id?: string;
}

export const paperFile = ({ title, number }: Pick<Paper, 'title' | 'number'>): string =>
  `${title} ${number}.pdf`.replace(/, /g, ' ');
