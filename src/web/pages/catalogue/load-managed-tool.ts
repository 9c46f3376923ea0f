import type { ManagedTool } from '#model/catalogue/tool-edit.ts';
import type { ToolId } from '#model/kernel/ids.ts';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { admitAdmin, leaveWhenNoAdmin } from '../identity/access.ts';

/** Returns at once with a promise, so that the page shows its own skeleton. */
export async function loadManagedTool({ params }: { params: { toolId: string } }): Promise<{
  id: ToolId;
  managed: Promise<Outcome<ManagedTool, ApiFailure>>;
}> {
  const id = params.toolId as ToolId;
  const admission = await admitAdmin();
  if (!admission.ok) return { id, managed: Promise.resolve(admission) };
  return { id, managed: api.call('getManagedTool', { params: { id } }).then(leaveWhenNoAdmin) };
}
