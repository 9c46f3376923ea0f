import { beforeEach, vi } from 'vitest';

/** What `personalStorage` keeps in this file's tests, without its prefix: empty before each. */
export function tabStorage() {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => kept.get(plain(name)) ?? null,
      setItem: (name: string, value: string) => void kept.set(plain(name), value),
      removeItem: (name: string) => void kept.delete(plain(name)),
    });
    return () => vi.unstubAllGlobals();
  });
  return kept;
}

const plain = (name: string): string => name.replace(/^mine:/, '');
