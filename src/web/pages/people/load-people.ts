import { Email } from '#model/kernel/email.ts';
import { type Outcome, success } from '#model/kernel/outcome.ts';
import type { User } from '#model/people/user.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { leaveWhenNoAdmin } from '../identity/access.ts';

/** The first people by name. */
export interface LoadedPeople {
  readonly users: readonly User[];
  /** Where those begin who follow; absent when all are here. */
  readonly after?: string | undefined;
}

/** A page of the people. @param after where it begins; without it with the first */
export async function loadPeople(after?: string): Promise<Outcome<LoadedPeople, ApiFailure>> {
  const answer = await leaveWhenNoAdmin(await api.call('listUsers', { query: { ...(after && { after }) } }));
  if (!answer.ok) return answer;
  return success({ users: answer.value, after: answer.list.next });
}

/** Whom a search means when it is an e-mail; nobody when it is none. */
export async function lookForPerson(words: string, signal: AbortSignal): Promise<Outcome<readonly User[], ApiFailure>> {
  const email = Email.safeParse(words);
  if (!email.success) return success([]);
  return leaveWhenNoAdmin(await api.call('listUsers', { query: { email: email.data }, signal }));
}

/** Two lists as one, each person once. */
export const allPeople = (one: readonly User[], other: readonly User[]): readonly User[] => [
  ...new Map([...one, ...other].map((user) => [user.email, user])).values(),
];
