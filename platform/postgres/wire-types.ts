import pg from 'pg';

type Parse = (text: string) => unknown;

/** A BigInt where a number would be inexact. */
const exactInteger: Parse = (text) => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
};
const TEXTS: number = 1009;
const readTexts = pg.types.getTypeParser(TEXTS) as (text: string) => (string | null)[];
const exactIntegers: Parse = (text) => readTexts(text).map((it) => (it === null ? null : exactInteger(it)));
const asText: Parse = (text) => text;

const INTEGERS: [number, Parse][] = [
  [20, exactInteger],
  [1016, exactIntegers],
];
const NUMERICS: [number, Parse] = [1231, readTexts];
const INTERVAL: [number, Parse] = [1186, asText];
const DAY: [number, Parse] = [1082, (text) => new Date(text)];
const NAMES: [number, Parse] = [1003, readTexts];

/** Dates, times and lists of numerics: Drizzle's columns parse their text. */
const READ_BY_COLUMNS = [1082, 1114, 1115, 1182, 1184, 1185, 1187, 1231];

const typesOf = (own: [number, Parse][]): pg.CustomTypesConfig => {
  const parsers = new Map(own);
  const parserOf = (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text');
  return { getTypeParser: parserOf as pg.CustomTypesConfig['getTypeParser'] };
};

export const PLAIN_TYPES = typesOf([...INTEGERS, NUMERICS, INTERVAL, DAY, NAMES]);
export const BUILDER_TYPES = typesOf([
  ...[...INTEGERS, INTERVAL, NAMES],
  ...READ_BY_COLUMNS.map((oid): [number, Parse] => [oid, asText]),
]);

/** Arrays become Postgres arrays, other objects JSON, dates UTC. Throws a TypeError for undefined and functions. */
export function parameterOf(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (value === undefined || typeof value === 'function' || value instanceof Promise)
    throw new TypeError(`${value === undefined ? 'undefined' : typeof value} is no value for a query`);
  if (Array.isArray(value)) return value.map(parameterOf);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return JSON.stringify(value);
}
