import type { User } from '#model/people/user.ts';
import { type Search, useGrowingList } from '../kernel/use-growing-list.ts';
import { allPeople, type LoadedPeople, loadPeople, lookForPerson } from './load-people.ts';

const SEARCH: Search<LoadedPeople, User> = {
  look: lookForPerson,
  add: (list, users) => ({ ...list, users: allPeople(list.users, users) }),
};

/** The people that were loaded, with those who were asked for or searched by e-mail since. */
export function usePeople(first: LoadedPeople, words: string) {
  const { list, more, grow } = useGrowingList(first, first.after === undefined, words, SEARCH);
  const { users, after } = list;
  const onMore = () =>
    void grow(
      () => loadPeople(after),
      (now, page) => ({ users: allPeople(now.users, page.users), after: page.after }),
    );
  return {
    users,
    /** The way to those who follow; undefined when all are here. */
    more: after === undefined ? undefined : { ...more, onMore },
  };
}
