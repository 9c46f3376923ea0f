import { is, Placeholder, SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

/**
 * A statement that comes so often that putting it together would cost a part of it: written once, afterwards only its
 * values are filled in. A value that stands in it several times is sent once.
 * @param write gets what stands for the value of a name
 */
export function keepStatement<V extends Readonly<Record<string, unknown>>>(
  write: (value: (name: keyof V & string) => SQL) => SQL,
): (values: V) => SQL {
  const { sql: numbered, params } = new PgDialect().sqlToQuery(write((name) => sql`${sql.placeholder(name)}`));
  const places: unknown[] = [];
  const text = numbered.replace(/\$(\d+)/g, (_, number: string) => {
    const its = params[Number(number) - 1];
    const place = places.findIndex(
      (other) => other === its || (isNamed(other) && isNamed(its) && other.name === its.name),
    );
    return `$${place < 0 ? places.push(its) : place + 1}`;
  });
  return (values) =>
    new Filled(
      text,
      places.map((it) => (isNamed(it) ? values[it.name] : it)),
    );
}

const isNamed = (value: unknown): value is Placeholder => is(value, Placeholder);

class Filled extends SQL {
  readonly #text: string;
  readonly #values: unknown[];

  constructor(text: string, values: unknown[]) {
    super([]);
    this.#text = text;
    this.#values = values;
  }

  override toQuery(): ReturnType<SQL['toQuery']> {
    return { sql: this.#text, params: this.#values };
  }
}
