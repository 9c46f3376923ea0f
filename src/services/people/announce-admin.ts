import { and, eq, isNull } from 'drizzle-orm';
import { person } from '#tables/identity.ts';
import type { Transaction } from '../kernel/context.ts';
import { post } from '../kernel/post.ts';

export async function announceAdmin(tx: Transaction, personId: string, now: Date): Promise<void> {
  const admins = await tx
    .select({ id: person.id })
    .from(person)
    .where(and(eq(person.role, 'admin'), eq(person.demo, false), isNull(person.disabledAt)));
  for (const to of new Set([personId, ...admins.map((admin) => admin.id)]))
    await post(tx, 'mail.new-admin', `mail.new-admin:${personId}:${to}:${now.getTime()}`, { personId, to });
}
