import { z } from 'zod';
import { pageOf } from '../kernel/page.ts';

const Named = z.object({
  id: z.string(),
  name: z.string().nullable().meta({ description: 'Null when there is no such account any more' }),
  email: z.string().nullable(),
});

export const AuditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  who: Named.nullable().meta({ description: 'Null when the shop itself did it' }),
  action: z.string(),
  target: z.string().meta({ description: 'The id of what it was done to' }),
  thing: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('person'), name: z.string(), email: z.string(), open: z.boolean() }),
      z.object({ kind: z.literal('tool'), name: z.string(), open: z.boolean() }),
      z.object({
        kind: z.literal('order'),
        number: z.string().optional().meta({ description: 'Of its purchase' }),
      }),
    ])
    .nullable()
    .meta({ description: 'What the target is called now; null for what has no page' }),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditSeals = z.object({
  sealedAt: z.iso.datetime().nullable(),
  comparedAt: z.iso.datetime().nullable(),
  compared: z.int().meta({ description: 'How many rows were compared' }),
  broken: z.int().nullable().meta({ description: 'The first seal that does not fit its rows' }),
});
export type AuditSeals = z.infer<typeof AuditSeals>;

export const AuditPage = z.object({
  ...pageOf(AuditEntry),
  seals: AuditSeals,
});
export type AuditPage = z.infer<typeof AuditPage>;
