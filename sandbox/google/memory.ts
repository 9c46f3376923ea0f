import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Records; the oldest are removed first. */
const LIMIT = 1_000;

/** The provider's store; lost when the shop stops. */
export function createMemory(): (model: string) => Adapter {
  const records = new Map<string, { payload: AdapterPayload; endsAt: number }>();
  const alive = (key: string): AdapterPayload | undefined => {
    const found = records.get(key);
    return found && found.endsAt > Date.now() ? found.payload : undefined;
  };
  return (model) => {
    const key = (id: string) => `${model}:${id}`;
    return {
      async upsert(id, payload, expiresIn) {
        records.delete(key(id));
        records.set(key(id), { payload, endsAt: Date.now() + (expiresIn ?? 3_600) * 1000 });
        for (const oldest of records.keys()) if (records.size > LIMIT) records.delete(oldest);
      },
      find: async (id) => alive(key(id)),
      findByUid: async (uid) => {
        for (const [name, { payload }] of records)
          if (name.startsWith(`${model}:`) && payload.uid === uid) return alive(name);
        return undefined;
      },
      findByUserCode: async () => undefined,
      async consume(id) {
        const found = alive(key(id));
        if (found) found.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        records.delete(key(id));
      },
      async revokeByGrantId(grantId) {
        for (const [name, { payload }] of records) if (payload.grantId === grantId) records.delete(name);
      },
    };
  };
}
