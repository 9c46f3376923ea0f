import { z } from 'zod';
import { Email } from '#model/identity/credentials.ts';
import { Profile, UpdateProfile } from '#model/people/profile.ts';
import { User } from '#model/people/user.ts';
import { Acknowledged, defineCall, Updated } from './kernel/call.ts';

const byEmail = z.object({ email: Email });

export const getProfile = defineCall('getProfile', {
  summary: "The caller's own profile",
  feature: 'people',
  actor: 'signed-in',
  ownership: 'path-email',
  rate: 'read',
  params: byEmail,
  response: Profile,
});

export const updateProfile = defineCall('updateProfile', {
  summary: "Change the caller's own profile",
  feature: 'people',
  actor: 'signed-in',
  ownership: 'path-email',
  rate: 'write',
  params: byEmail,
  body: UpdateProfile,
  response: Acknowledged,
});

export const listUsers = defineCall('listUsers', {
  summary: 'Everybody with an account that is not closed, by name',
  feature: 'people',
  actor: 'admin',
  ownership: 'none',
  rate: 'read',
  response: z.array(User),
});

export const makeAdmin = defineCall('makeAdmin', {
  summary: 'Make a customer an admin, from their next request on; an admin stays one',
  feature: 'people',
  actor: 'admin',
  ownership: 'none',
  rate: 'write',
  params: byEmail,
  response: Updated,
});
