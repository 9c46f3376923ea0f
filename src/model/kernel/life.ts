export type Life = Readonly<Record<string, readonly string[]>>;

export type Before<L extends Life, To extends string> = {
  [From in keyof L & string]: To extends L[From][number] ? From : never;
}[keyof L & string];

export const leads = <L extends Life, To extends string>(life: L, from: string, to: To): from is Before<L, To> =>
  life[from]?.includes(to) ?? false;
