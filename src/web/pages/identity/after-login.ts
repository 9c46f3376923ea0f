import { nameOfMine } from '#web/api/identity/session.ts';
import { personalStorage } from '#web/api/personal-storage.ts';

const NAME = 'after-login';

/** Whoever logs in next in this tab comes to this page instead of home; only the same person if somebody is signed in. */
export const comeBackAfterLogin = (page: string): void => personalStorage.setItem(nameOfMine(NAME), page);

/** Answers it once. */
export function takePageAfterLogin(): string | undefined {
  const names = [nameOfMine(NAME), `${NAME}:`];
  const [page] = names.flatMap((name) => personalStorage.getItem(name) ?? []);
  for (const name of names) personalStorage.removeItem(name);
  return page;
}
