import type { AuditAction } from '#model/kernel/audit.ts';
import { record as recordDeed, type Deed as SomeDeed } from '#platform/audit/record.ts';

export type Deed = SomeDeed<AuditAction>;

export const record: (tx: Parameters<typeof recordDeed>[0], deed: Deed) => Promise<void> = recordDeed;
