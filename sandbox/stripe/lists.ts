import type { Filter, Kind } from '../kernel/store.ts';
import type { Call } from './call.ts';
import type { Form } from './form.ts';
import { group, only, text, whole } from './parameters.ts';
import { badParameter, noSuch } from './refusal.ts';

/** A page in Stripe's format, newest first. `limit` is 10 by default and at most 100. */
export function listPage(call: Call, kind: Kind, url: string, filter: Filter) {
  const limit = whole(call.params, 'limit') ?? 10;
  if (limit < 1 || limit > 100)
    throw badParameter('parameter_invalid_integer', 'limit', 'Invalid limit: must be between 1 and 100');
  const rows = call.store.page(kind, filter, startOf(call, kind), limit + 1);
  return { object: 'list', data: rows.slice(0, limit), has_more: rows.length > limit, url };
}

/** `created=5` or `created[gte]=5`, in Unix seconds. */
export function createdRange(form: Form): Filter {
  if (typeof form.created === 'string') {
    const at = whole(form, 'created') as number;
    return { from: at, before: at + 1 };
  }
  const range = group(form, 'created');
  if (!range) return {};
  only(range, ['gte', 'gt', 'lte', 'lt']);
  const [gte, gt, lte, lt] = [whole(range, 'gte'), whole(range, 'gt'), whole(range, 'lte'), whole(range, 'lt')];
  return {
    from: Math.max(gte ?? 0, gt === undefined ? 0 : gt + 1),
    before: Math.min(lt ?? Number.MAX_SAFE_INTEGER, lte === undefined ? Number.MAX_SAFE_INTEGER : lte + 1),
  };
}

function startOf(call: Call, kind: Kind): number {
  const after = text(call.params, 'starting_after');
  if (after === undefined) return Number.MAX_SAFE_INTEGER;
  const row = call.store.find(kind, after);
  if (!row) throw noSuch(kind, after, 'starting_after', 400);
  return row.seq;
}
