import { failure, success } from '#model/kernel/outcome.ts';
import { NEW_ADMINS_PER_HOUR } from '#model/people/user.ts';
import { getProfile } from '#services/people/get-profile.ts';
import { listUsers } from '#services/people/list-users.ts';
import { makeAdmin } from '#services/people/make-admin.ts';
import { readAudit } from '#services/people/read-audit.ts';
import { updateProfile } from '#services/people/update-profile.ts';
import { linkNext } from './link-next.ts';
import type { Handlers } from './serve-calls.ts';

export const peopleHandlers: Pick<Handlers, 'getProfile' | 'updateProfile' | 'listUsers' | 'makeAdmin' | 'readAudit'> =
  {
    async getProfile({ context, caller, params }) {
      return params.email === caller.email ? success(await getProfile(context, caller.id)) : notYours;
    },

    async updateProfile({ context, caller, params, body }) {
      if (params.email !== caller.email) return notYours;
      const updated = await updateProfile(context, caller.id, body);
      return updated.ok ? success({ acknowledged: true }) : photoMissing;
    },

    async listUsers({ context, query, http }) {
      const { users, after } = await listUsers(context, query);
      if (after !== undefined) linkNext(http, { after });
      return success(users);
    },

    readAudit: async ({ context, query }) => success(await readAudit(context, query)),

    async makeAdmin({ context, caller, params }) {
      const made = await makeAdmin(context, caller, params.email);
      if (made.ok) return success({ acknowledged: true, modifiedCount: made.value.changed ? 1 : 0 });
      if (made.failure.code !== 'too_many_attempts') return made;
      const minutes = Math.ceil(made.failure.retryAfter / 60);
      const detail = `You made ${NEW_ADMINS_PER_HOUR} admins within an hour. Wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and try again.`;
      return { ok: false, failure: { ...made.failure, detail } };
    },
  };

const notYours = failure({ code: 'not_yours' as const });

const NO_PHOTO = 'This picture is not kept by the shop. Upload the photo again.';
const photoMissing = failure({
  code: 'invalid_request' as const,
  detail: NO_PHOTO,
  errors: [{ field: 'photo', message: NO_PHOTO }],
});
