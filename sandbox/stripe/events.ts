import Stripe from 'stripe';
import type { Store } from '../kernel/store.ts';
import type { Call, EventType } from './call.ts';
import { newId } from './ids.ts';
import { createdRange, listPage } from './lists.ts';
import { list, only, text } from './parameters.ts';
import { badParameter, noSuch, ok } from './refusal.ts';

export function retrieveEvent(call: Call) {
  only(call.params, []);
  const event = call.store.find('event', call.id)?.body;
  if (!event) throw noSuch('event', call.id, 'id');
  return ok(event);
}

export function listEvents(call: Call) {
  only(call.params, ['created', 'type', 'types', 'limit', 'starting_after']);
  const type = text(call.params, 'type');
  const types = list(call.params, 'types');
  if (type !== undefined && types) throw badParameter('parameter_unknown', 'type', 'Pass type or types, not both.');
  if (types && types.length > 20)
    throw badParameter('parameter_invalid_array', 'types', 'Array too long: at most 20 types.');
  const labels = type === undefined ? types : [type];
  return ok(listPage(call, 'event', '/v1/events', { ...createdRange(call.params), ...(labels && { labels }) }));
}

export type Occurrence = {
  type: EventType;
  /** A copy of the object at this moment. */
  object: { id: string; object: string };
  now: number;
  request: { id: string; idempotency_key: string | null };
  /** Whether a webhook hears of it. */
  deliver: boolean;
};

export function recordEvent(store: Store, { type, object, now, request, deliver }: Occurrence): void {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: now,
    data: { object: object as unknown as Stripe.Event.Data.Object },
    livemode: false,
    pending_webhooks: deliver ? 1 : 0,
    request,
    type,
  } satisfies Stripe.EventBase;
  store.insert('event', { id: event.id, created: now, label: type, body: event });
  if (deliver) store.addDelivery(event.id);
}
