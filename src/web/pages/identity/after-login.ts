import { personalStorage } from '#web/api/personal-storage.ts';

const NAME = 'after-login';

/** Whoever logs in next in this tab comes to this page instead of home. */
export const comeBackAfterLogin = (page: string): void => personalStorage.setItem(NAME, page);

/** Answers it once. */
export function takePageAfterLogin(): string | undefined {
  const page = personalStorage.getItem(NAME) ?? undefined;
  personalStorage.removeItem(NAME);
  return page;
}
