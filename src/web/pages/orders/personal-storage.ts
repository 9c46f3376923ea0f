import { currentSession, subscribeToSession } from '#web/api/session.ts';

/** What somebody typed, kept for this tab: it survives a reload and goes when they sign out. */
export type PersonalStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const PREFIX = 'mine:';

export const personalStorage: PersonalStorage = {
  getItem: (name) => sessionStorage.getItem(PREFIX + name),
  setItem: (name, value) => sessionStorage.setItem(PREFIX + name, value),
  removeItem: (name) => sessionStorage.removeItem(PREFIX + name),
};

if (typeof window !== 'undefined') {
  subscribeToSession(() => {
    if (currentSession().status !== 'signed-out') return;
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  });
}
