/** A question with its answer. In `question` and in texts, what stands between `backticks` is code. */
export interface BlogPost {
  /** The anchor of the answer: part of addresses that people keep, so it never changes. */
  readonly id: string;
  readonly question: string;
  readonly answer: readonly BlogBlock[];
}

/** A paragraph, a list, or a piece of code with a name for those who cannot see where it begins. */
export type BlogBlock =
  | string
  | { readonly list: readonly string[] }
  | { readonly code: string; readonly label: string };
