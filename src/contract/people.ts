import { z } from 'zod';
import { AUDIT_GROUPS, type AuditGroup } from '#model/kernel/audit.ts';
import { canonicalEmail, Email } from '#model/kernel/email.ts';
import { isPlainText } from '#model/kernel/plain-text.ts';
import { AdminMail, AdminMailChange } from '#model/people/admin-mail.ts';
import { AuditPage } from '#model/people/audit-entry.ts';
import { Profile, UpdateProfile } from '#model/people/profile.ts';
import { User } from '#model/people/user.ts';
import { Acknowledged, byEmail, defineCall, Updated } from './kernel/call.ts';
import { afterNext } from './kernel/page.ts';

const ofAdmins = { feature: 'people', actor: 'admin', ownership: 'none' } as const;

/** About the caller alone. */
const ofOneself = { feature: 'people', ownership: 'own-email', params: byEmail } as const;

export const getProfile = defineCall('getProfile', {
  summary: "The caller's own profile",
  ...ofOneself,
  actor: 'signed-in',
  rate: 'read',
  response: Profile,
});

export const updateProfile = defineCall('updateProfile', {
  summary: "Change the caller's own profile",
  ...ofOneself,
  actor: 'signed-in',
  rate: 'write',
  problems: ['too_many_attempts'],
  body: UpdateProfile,
  response: Acknowledged,
});

export const listUsers = defineCall('listUsers', {
  summary: 'Everybody with an account that is not closed, by name; of more than 1,000 with a Link to those who follow',
  ...ofAdmins,
  rate: 'read',
  query: z.strictObject({
    email: Email.optional().meta({ description: 'Only whoever has this email' }),
    after: z
      .uuid({ error: 'Follow the Link of the page before.' })
      .optional()
      .meta({ description: 'From the Link of the page before' }),
  }),
  paged: [],
  response: z.array(User),
});

export const makeAdmin = defineCall('makeAdmin', {
  summary: 'Make a customer an admin, from their next request on; an admin stays one',
  ...ofAdmins,
  rate: 'write',
  problems: ['person_not_found', 'demo_account', 'session_too_old', 'too_many_attempts'],
  params: byEmail,
  response: Updated,
});

export const getAdminMail = defineCall('getAdminMail', {
  summary: 'What the calling admin is mailed about',
  ...ofOneself,
  actor: 'admin',
  rate: 'read',
  response: AdminMail,
});

export const chooseAdminMail = defineCall('chooseAdminMail', {
  summary: 'Choose what the calling admin is mailed about',
  ...ofOneself,
  actor: 'admin',
  rate: 'write',
  body: AdminMailChange,
  response: Acknowledged,
});

export const readAudit = defineCall('readAudit', {
  summary: 'Who did what, the newest first, with a `next` for those before',
  ...ofAdmins,
  rate: 'read',
  query: z.strictObject({
    group: z.enum(Object.keys(AUDIT_GROUPS) as AuditGroup[], { error: 'There is no such group of deeds.' }).optional(),
    person: z
      .string()
      .max(254, { error: 'An email has 254 characters at most.' })
      .refine(isPlainText, { error: 'An email is plain text.' })
      .transform(canonicalEmail)
      .optional()
      .meta({ description: 'The email of somebody: what they did, and what was done to their account' }),
    target: z
      .string()
      .max(100, { error: 'An id has 100 characters at most.' })
      .refine(isPlainText, { error: 'An id is plain text.' })
      .optional()
      .meta({
        description:
          'The id of what it was done to, the number of a purchase (P-2052) for it and all its lines, or the short id of an order',
      }),
    after: afterNext,
  }),
  response: AuditPage,
});
