/** A question with its answer. In `question` and texts, text between `backticks` is code. */
export interface BlogPost {
  /** The anchor of the answer. Published addresses contain it: never change it. */
  readonly id: string;
  readonly question: string;
  readonly answer: readonly BlogBlock[];
}

export type BlogBlock =
  | string
  | { readonly list: readonly string[] }
  | { readonly code: string; readonly label: string };
