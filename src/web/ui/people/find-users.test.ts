import { expect, test } from 'vitest';
import type { User } from '#model/people/user.ts';
import { findUsers } from './find-users.ts';

const user = (name: string, email: string): User => ({
  ...{ name, email, role: 'customer', photo: null },
  emailConfirmed: true,
});
const USERS = [
  user('Dana Ortiz', 'dana.ortiz@northgate.example'),
  user('Hélène Vogt', 'h.vogt@vogtbau.example'),
  user('Priya Raman', 'priya@ramanbuild.example'),
];

test.each([
  ['', ['Dana Ortiz', 'Hélène Vogt', 'Priya Raman']],
  ['  ', ['Dana Ortiz', 'Hélène Vogt', 'Priya Raman']],
  ['DANA', ['Dana Ortiz']],
  ['helene', ['Hélène Vogt']],
  ['Hélène', ['Hélène Vogt']],
  ['vogtbau', ['Hélène Vogt']],
  ['example raman', ['Priya Raman']],
  ['ortiz dana', ['Dana Ortiz']],
  ['dana vogt', []],
  ['.*', []],
])('"%s" finds %j', (search, names) => {
  expect(findUsers(USERS, search).map((it) => it.name)).toEqual(names);
});
