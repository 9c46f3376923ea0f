const PREFIX = 'mine:';

// Where the browser refuses to keep it: it lasts as long as the page.
const unkept = new Map<string, string>();

/** What somebody typed, kept for this tab: it survives a reload and an end of their session, and goes when they sign out. */
export const personalStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (name) => unkept.get(name) ?? ifAllowed(() => sessionStorage.getItem(PREFIX + name)) ?? null,
  setItem(name, value) {
    unkept.set(name, value);
    ifAllowed(() => {
      sessionStorage.setItem(PREFIX + name, value);
      unkept.delete(name);
    });
  },
  removeItem(name) {
    unkept.delete(name);
    ifAllowed(() => sessionStorage.removeItem(PREFIX + name));
  },
};

/** The object kept under this name, whatever it has; empty where there is none, or none that can be read. */
export const readKept = <T>(name: string): Partial<T> =>
  ifAllowed(() => JSON.parse(personalStorage.getItem(name) ?? '')) ?? {};

/** @param of the names of what goes have this in them, such as whose it is; by default all goes */
export function dropPersonalStorage(of = ''): void {
  for (const name of unkept.keys()) if (name.includes(of)) unkept.delete(name);
  ifAllowed(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && key.includes(of)) sessionStorage.removeItem(key);
  });
}

/** Nothing where it fails, as where the browser keeps nothing for this site or has no room. */
export function ifAllowed<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
