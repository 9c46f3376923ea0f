/** Keeps the newest entries only: an entry that is set again counts as new. */
export class NewestMap<K, V> extends Map<K, V> {
  readonly #limit: number;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) if (this.size > this.#limit) this.delete(oldest);
    return this;
  }
}
