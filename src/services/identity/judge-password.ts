import { isMadeOf } from '#model/identity/new-password.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { Failure } from '#texts/failures.ts';
import type { Context } from '../kernel/context.ts';

export type WeakPassword = Failure<'weak_password'>;

export async function judgePassword(
  { passwords, shop }: Pick<Context, 'passwords' | 'shop'>,
  secret: string,
  owner: { name: string; email: string },
): Promise<Outcome<undefined, WeakPassword>> {
  if (secret.length < passwords.shortest) return weak({ why: 'short', shortest: passwords.shortest });
  if (!passwords.refuseEasy) return success(undefined);
  if (isMadeOf(secret, [owner.name, owner.email, shop.name, new URL(shop.origin).hostname]))
    return weak({ why: 'names' });
  if (await passwords.common.has(secret)) return weak({ why: 'common' });
  return success(undefined);
}

const weak = (figures: WeakPassword['figures']) => failure({ code: 'weak_password' as const, figures });
