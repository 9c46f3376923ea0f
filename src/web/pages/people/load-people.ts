import { Email } from '#model/kernel/email.ts';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import type { Page } from '#model/kernel/page.ts';
import type { User } from '#model/people/user.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { leaveWhenNoAdmin } from '../identity/access.ts';
import type { ListKind } from '../kernel/use-list.ts';

/** A page of the people by name. @param after where it begins; without it with the first */
export async function loadPeople(after?: string): Promise<Outcome<Page<User>, ApiFailure>> {
  const answer = await leaveWhenNoAdmin(await api.call('listUsers', { query: { after } }));
  return answer.ok ? success({ rows: answer.value, next: answer.list.next }) : answer;
}

/** Whom a search means when it is an e-mail; nobody when it is none. */
async function lookForPerson({ next }: Page<User>, words: string, signal: AbortSignal) {
  const email = Email.safeParse(words);
  if (!email.success || next === undefined) return success([]);
  return leaveWhenNoAdmin(await api.call('listUsers', { query: { email: email.data }, signal }));
}

export const PEOPLE: ListKind<Page<User>> = {
  key: ({ email }) => email,
  load: ({ next }) => loadPeople(next),
  look: lookForPerson,
};
