/** What somebody typed, kept for this tab: it survives a reload and an end of their session, and goes when they sign out. */
export type PersonalStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const PREFIX = 'mine:';

export const personalStorage: PersonalStorage = {
  getItem: (name) => sessionStorage.getItem(PREFIX + name),
  setItem: (name, value) => sessionStorage.setItem(PREFIX + name, value),
  removeItem: (name) => sessionStorage.removeItem(PREFIX + name),
};

/** @param of the names of what goes have this in them, such as whose it is; by default all goes */
export function dropPersonalStorage(of = ''): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(PREFIX) && key.includes(of)) sessionStorage.removeItem(key);
}
