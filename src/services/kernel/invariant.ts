export interface Invariant {
  readonly name: string;
  readonly meaning: string;
  readonly remedy: string;
}
