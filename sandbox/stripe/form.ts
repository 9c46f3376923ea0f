import { badParameter } from './refusal.ts';

/** `a[b][c]=1` as { a: { b: { c: '1' } } }; list members are named by their position. */
export type Form = { readonly [name: string]: string | Form };

/** Parses application/x-www-form-urlencoded with brackets, as Stripe's clients send it. */
export function parseForm(encoded: string): Form {
  const form = emptyForm();
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = pathOf(name);
    const last = path.pop() as string;
    let place = form;
    for (const step of path) place = inner(place, step, name);
    const key = last === '' ? String(Object.keys(place).length) : last;
    if (typeof place[key] === 'object') throw badParameter('parameter_invalid_empty', name, `Invalid object: ${name}`);
    place[key] = value;
  }
  return form;
}

type OpenForm = { [name: string]: string | OpenForm };

/** Without a prototype `__proto__` is an ordinary name. */
const emptyForm = (): OpenForm => Object.create(null);

const MAX_DEPTH = 6;

function pathOf(name: string): string[] {
  const path = name.split('[').map((step, index) => (index === 0 ? step : step.replace(/\]$/, '')));
  if (path.length > MAX_DEPTH) throw badParameter('parameter_unknown', name, `Received unknown parameter: ${name}`);
  return path;
}

function inner(place: OpenForm, step: string, name: string): OpenForm {
  const found = place[step] ?? emptyForm();
  if (typeof found === 'string') throw badParameter('parameter_invalid_empty', name, `Invalid object: ${name}`);
  place[step] = found;
  return found;
}
