import type { User } from '#model/people/user.ts';

/** Those whose name or e-mail has every word of the search in it, whatever its case and accents. */
export function findUsers(users: readonly User[], search: string): readonly User[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return users;
  return users.filter(({ name, email }) => {
    const text = plain(`${name} ${email}`);
    return words.every((word) => text.includes(word));
  });
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
