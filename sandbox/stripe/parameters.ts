import type { Form } from './form.ts';
import { badParameter } from './refusal.ts';

/** Refuses unknown parameters, such as misspelt ones. */
export function only(form: Form, known: readonly string[]): void {
  for (const name of Object.keys(form))
    if (!known.includes(name)) throw badParameter('parameter_unknown', name, `Received unknown parameter: ${name}`);
}

export function text(form: Form, name: string, longest = 5000): string | undefined {
  const value = form[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw badParameter('parameter_invalid_string', name, `Invalid string: ${name}`);
  if (value === '')
    throw badParameter(
      'parameter_invalid_empty',
      name,
      `You passed an empty string for '${name}'. Leave it out instead.`,
    );
  if (value.length > longest)
    throw badParameter('parameter_invalid_string', name, `'${name}' must be at most ${longest} characters`);
  return value;
}

export function whole(form: Form, name: string): number | undefined {
  const value = text(form, name);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value)) throw badParameter('parameter_invalid_integer', name, `Invalid integer: ${value}`);
  return Number(value);
}

export function flag(form: Form, name: string): boolean {
  const value = text(form, name);
  if (value !== undefined && value !== 'true' && value !== 'false')
    throw badParameter('parameter_invalid_boolean', name, `Invalid boolean: ${value}`);
  return value === 'true';
}

export function address(form: Form, name: string): string | undefined {
  const value = text(form, name);
  if (value !== undefined && !URL.canParse(value))
    throw badParameter('url_invalid', name, 'Invalid URL: An explicit scheme (such as https) must be provided.');
  return value;
}

export function email(form: Form, name: string): string | undefined {
  const value = text(form, name);
  if (value !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value))
    throw badParameter('email_invalid', name, `Invalid email address: ${value}`);
  return value;
}

export function oneOf<Value extends string>(form: Form, name: string, allowed: readonly Value[]): Value | undefined {
  const value = text(form, name);
  if (value === undefined) return undefined;
  const found = allowed.find((each) => each === value);
  if (!found)
    throw badParameter('parameter_invalid_string', name, `Invalid ${name}: must be one of ${allowed.join(', ')}`);
  return found;
}

export function group(form: Form, name: string): Form | undefined {
  const value = form[name];
  if (typeof value === 'string') throw badParameter('parameter_invalid_hash', name, `Invalid object: ${name}`);
  return value;
}

export function list(form: Form, name: string): string[] | undefined {
  const members = group(form, name);
  if (!members) return undefined;
  const indexes = Object.keys(members);
  if (indexes.some((index) => !/^\d+$/.test(index)))
    throw badParameter('parameter_invalid_array', name, `Invalid array: ${name}`);
  return indexes.map((index) => text(members, index) as string);
}

export function metadata(form: Form): Record<string, string> {
  const given = group(form, 'metadata') ?? {};
  const names = Object.keys(given);
  if (names.length > 50) throw badParameter('parameter_invalid_hash', 'metadata', 'Metadata can have up to 50 keys');
  for (const name of names)
    if (name.length > 40)
      throw badParameter('parameter_invalid_hash', 'metadata', 'Metadata keys have up to 40 characters');
  return Object.fromEntries(names.map((name) => [name, text(given, name, 500) as string]));
}

export function required<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw badParameter('parameter_missing', name, `Missing required param: ${name}.`);
  return value;
}
