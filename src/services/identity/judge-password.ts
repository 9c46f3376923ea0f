import { isMadeOf } from '#model/identity/new-password.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { Context } from '../kernel/context.ts';

export interface WeakPassword {
  readonly code: 'weak_password';
  readonly detail: string;
}

export async function judgePassword(
  { passwords, shop }: Pick<Context, 'passwords' | 'shop'>,
  secret: string,
  owner: { name: string; email: string },
): Promise<Outcome<undefined, WeakPassword>> {
  if (secret.length < passwords.shortest) return weak(`Password must be ${passwords.shortest} Character or longer`);
  if (!passwords.refuseEasy) return success(undefined);
  if (isMadeOf(secret, [owner.name, owner.email, shop.name, new URL(shop.origin).hostname]))
    return weak('This password is little more than names that others know. Choose another one.');
  if (await passwords.common.has(secret))
    return weak('This password is one of those that are guessed first. Choose another one.');
  return success(undefined);
}

const weak = (detail: string) => failure({ code: 'weak_password' as const, detail });
