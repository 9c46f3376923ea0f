import { nameOfMine } from '#web/api/identity/session.ts';
import { personalStorage } from '#web/api/personal-storage.ts';

const NAME = 'after-login';

/** The next login in this tab opens this page instead of home. Kept for the person who is signed in, if there is one. */
export const comeBackAfterLogin = (page: string): void => personalStorage.setItem(nameOfMine(NAME), page);

/** Answers it once. */
export function takePageAfterLogin(): string | undefined {
  const names = [nameOfMine(NAME), `${NAME}:`];
  const [page] = names.flatMap((name) => personalStorage.getItem(name) ?? []);
  for (const name of names) personalStorage.removeItem(name);
  return page;
}
