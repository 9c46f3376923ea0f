import { NAME_TOO_LONG } from '#model/identity/credentials.ts';
import { failure, success } from '#model/kernel/outcome.ts';
import { NEW_ADMINS_PER_HOUR } from '#model/people/user.ts';
import { chooseAdminMail, getAdminMail } from '#services/people/admin-mail.ts';
import { getProfile } from '#services/people/get-profile.ts';
import { listUsers } from '#services/people/list-users.ts';
import { makeAdmin } from '#services/people/make-admin.ts';
import { updateProfile } from '#services/people/update-profile.ts';
import { invalidField } from './problem.ts';
import type { Handlers } from './serve-calls.ts';

export const peopleHandlers = {
  getProfile: async ({ context, caller }) => success(await getProfile(context, caller.id)),

  async updateProfile({ context, caller, body }) {
    const updated = await updateProfile(context, caller.id, body);
    if (updated.ok) return success({ acknowledged: true });
    if (updated.failure.code === 'too_many_attempts') return failure(updated.failure);
    return updated.failure.code === 'photo_missing'
      ? invalidField('photo', NO_PHOTO)
      : invalidField('name', NAME_TOO_LONG);
  },

  async listUsers({ context, query }) {
    const { rows, next } = await listUsers(context, query);
    return { ok: true, value: rows, list: { next } };
  },

  getAdminMail: async ({ context, caller }) => success(await getAdminMail(context, caller.id)),

  async chooseAdminMail({ context, caller, body }) {
    await chooseAdminMail(context, caller.id, body);
    return success({ acknowledged: true });
  },

  async makeAdmin({ context, caller, params }) {
    const promoted = await makeAdmin(context, caller, params.email);
    if (promoted.ok) return success({ acknowledged: true, modifiedCount: promoted.value.changed ? 1 : 0 });
    if (promoted.failure.code !== 'too_many_attempts') return failure(promoted.failure);
    const { retryAfter } = promoted.failure;
    return failure({ ...promoted.failure, figures: { of: 'admins', made: NEW_ADMINS_PER_HOUR, seconds: retryAfter } });
  },
} satisfies Partial<Handlers>;

const NO_PHOTO = 'This picture is not kept by the shop. Upload the photo again.';
