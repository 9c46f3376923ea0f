import { expect, onTestFinished } from 'vitest';
import type { SandboxLog } from '#sandbox/kernel/log.ts';

interface StandIn {
  listen(port: number): Promise<{ host: string; port: number }>;
  close(): Promise<void>;
}

/** Opens a stand-in on a port of its own. It is closed, and must have logged no error, when the test ends. */
export async function onOwnPort<S extends StandIn>(create: (log: SandboxLog) => S) {
  const errors: object[] = [];
  const sandbox = create({ debug: () => {}, warn: () => {}, error: (fields) => errors.push(fields) });
  let open = true;
  const close = async () => {
    if (open) await sandbox.close();
    open = false;
  };
  onTestFinished(async () => {
    await close();
    expect(errors).toEqual([]);
  });
  const { host, port } = await sandbox.listen(0);
  return { sandbox, close, host, port, origin: `http://${host}:${port}` };
}
