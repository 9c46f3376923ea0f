import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxLog } from './log.ts';
import { isStoreFailure } from './open-sqlite.ts';
import type { Store } from './store.ts';

export type Webhook = {
  url: string;
  /** What events are signed with: a secret that the receiver shares, or PayPal's id of the webhook. */
  secret: string;
  /** Milliseconds before each retry. */
  retryAfterMs?: readonly number[];
  /** The types of events that are sent to it; all by default. */
  types?: readonly string[];
};

export type Fate = { readonly lost: boolean; readonly twice: boolean; readonly afterMs: number };

/** The headers that say who sends it. */
export type Sign = (payload: string, secret: string) => Readonly<Record<string, string>>;

export type Dispatcher = ReturnType<typeof createDispatcher>;

/** Sends stored events until the answer is 2xx or retries end; a restart tries again. May repeat and reorder events. */
export function createDispatcher(store: Store, log: SandboxLog, sign: Sign, fateOf: () => Fate = () => NO_MISHAP) {
  let webhook: Webhook | undefined;
  const busy = new Map<string, Promise<void>>();
  const givenUp = new Set<string>();
  const closing = new AbortController();
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_AT_ONCE });

  function wake(): void {
    if (!webhook || closing.signal.aborted) return;
    for (const id of store.deliveries()) {
      if (busy.size >= MAX_AT_ONCE) return;
      if (busy.has(id) || givenUp.has(id)) continue;
      busy.set(
        id,
        deliver(id, webhook)
          .catch((error) => giveUp(id, error))
          .finally(() => busy.delete(id))
          .then(wake)
          .catch((error) => log.error({ err: error }, 'Sandbox webhooks wait for the next call')),
      );
    }
  }

  async function deliver(id: string, { url, secret, retryAfterMs = RETRY_AFTER_MS }: Webhook): Promise<void> {
    const event = store.find<{ id: string }>('event', id)?.body;
    // Removed because of its age.
    if (!event) return store.endDelivery(id);
    const { lost, twice, afterMs } = fateOf();
    if (lost) return store.endDelivery(id);
    const payload = JSON.stringify(event);
    for (const wait of [afterMs, ...retryAfterMs]) {
      if (wait > 0) await pause(wait, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      if (closing.signal.aborted) return;
      const sent = await post(agent, url, sign(payload, secret), payload);
      if (closing.signal.aborted) return;
      if (sent === undefined && twice) await post(agent, url, sign(payload, secret), payload);
      const problem = sent ?? taken(event);
      if (problem === undefined) return;
      log.debug({ event: id, url, problem }, 'Sandbox webhook not taken');
    }
    giveUp(id);
  }

  /** The store's failure, or undefined. After a failure the event is sent again. */
  function taken(event: { id: string }): string | undefined {
    try {
      store.transaction(() => {
        store.endDelivery(event.id);
        store.update('event', { ...event, pending_webhooks: 0 });
      });
      return undefined;
    } catch (error) {
      if (!isStoreFailure(error)) throw error;
      return String(error);
    }
  }

  function giveUp(id: string, error?: unknown): void {
    givenUp.add(id);
    log.warn(
      { event: id, ...(error !== undefined && { err: error }) },
      'Sandbox webhook given up until the next start',
    );
  }

  return {
    /** Whether a webhook is set that hears of such events. */
    hears: (type: string): boolean => webhook !== undefined && (webhook.types?.includes(type) ?? true),
    sendTo(next: Webhook | undefined): void {
      webhook = next;
      givenUp.clear();
      wake();
    },
    wake,
    async close(): Promise<void> {
      closing.abort();
      // Do not wait for answers in progress.
      agent.destroy();
      await Promise.all(busy.values());
    },
  };
}

const NO_MISHAP: Fate = { lost: false, twice: false, afterMs: 0 };
const MAX_AT_ONCE = 16;
const RETRY_AFTER_MS = [500, 2_000, 10_000, 60_000, 300_000];
const ANSWER_WITHIN_MS = 10_000;

/** Undefined on success, otherwise the reason. */
async function post(
  agent: Agent,
  url: string,
  signed: Readonly<Record<string, string>>,
  payload: string,
): Promise<string | undefined> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(payload),
    ...signed,
  };
  try {
    const status = await new Promise<number>((resolve, reject) => {
      const sending = request(url, { method: 'POST', agent, headers, timeout: ANSWER_WITHIN_MS }, (answer) => {
        answer.on('error', reject);
        answer.on('end', () => resolve(answer.statusCode ?? 0));
        answer.resume();
      });
      sending.on('timeout', () => sending.destroy(new Error('no answer in time')));
      sending.on('error', reject);
      sending.end(payload);
    });
    return status >= 200 && status < 300 ? undefined : `status ${status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
