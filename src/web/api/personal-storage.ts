/** What somebody typed, kept for this tab: it survives a reload, and goes when they sign out. */
export type PersonalStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const PREFIX = 'mine:';

export const personalStorage: PersonalStorage = {
  getItem: (name) => sessionStorage.getItem(PREFIX + name),
  setItem: (name, value) => sessionStorage.setItem(PREFIX + name, value),
  removeItem: (name) => sessionStorage.removeItem(PREFIX + name),
};

/** @param uid whose texts stay, where their names say whose they are */
export function dropPersonalStorage(uid?: string): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(PREFIX) && !(uid && key.includes(uid))) sessionStorage.removeItem(key);
}
