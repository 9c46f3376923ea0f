/** Something that is true of the shop's database at every moment, or the shop is broken. */
export interface Invariant {
  readonly name: string;
  /** What it means that it holds. */
  readonly meaning: string;
  /** What an operator does when it does not. */
  readonly remedy: string;
}
