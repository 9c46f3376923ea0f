/** A transition table: every state, with the states it may become. */
export type Life = Readonly<Record<string, readonly string[]>>;

/** The states from which an arrow of a table leads to `To`. */
export type Before<L extends Life, To extends string> = {
  [From in keyof L & string]: To extends L[From][number] ? From : never;
}[keyof L & string];

/** Whether an arrow of a table leads from one state to another. */
export const leads = <L extends Life, To extends string>(life: L, from: string, to: To): from is Before<L, To> =>
  life[from]?.includes(to) ?? false;
