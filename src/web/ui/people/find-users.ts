import { plainLetters } from '#model/kernel/plain-letters.ts';
import type { User } from '#model/people/user.ts';

/** Name or email contains every word of the search; case and accents are ignored. */
export function findUsers(users: readonly User[], search: string): readonly User[] {
  const words = plainLetters(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return users;
  return users.filter(({ name, email }) => {
    const text = plainLetters(`${name} ${email}`);
    return words.every((word) => text.includes(word));
  });
}
