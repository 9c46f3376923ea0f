import { z } from 'zod';
import { Email } from '#model/identity/credentials.ts';
import { Acknowledged, defineCall, Updated } from './kernel/call.ts';

const byEmail = z.object({ email: Email });

export const getProfile = defineCall('getProfile', {
  summary: "The caller's own profile",
  feature: 'people',
  actor: 'signed-in',
  ownership: 'path-email',
  rate: 'read',
  params: byEmail,
  response: z.object({ name: z.string(), email: z.string() }),
  later: true,
});

export const updateProfile = defineCall('updateProfile', {
  summary: "Change the caller's own profile",
  feature: 'people',
  actor: 'signed-in',
  ownership: 'path-email',
  rate: 'write',
  params: byEmail,
  response: Acknowledged,
  later: true,
});

export const listUsers = defineCall('listUsers', {
  summary: 'Everybody with an account',
  feature: 'people',
  actor: 'admin',
  ownership: 'none',
  rate: 'read',
  response: z.array(z.object({ name: z.string(), email: z.string(), role: z.enum(['admin', 'customer']) })),
  later: true,
});

export const makeAdmin = defineCall('makeAdmin', {
  summary: 'Make a customer an admin',
  feature: 'people',
  actor: 'admin',
  ownership: 'none',
  rate: 'write',
  params: byEmail,
  response: Updated,
  later: true,
});
