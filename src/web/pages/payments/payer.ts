const KEY = 'payer';

interface Payer {
  /** Tells this tab from others that have the same link. */
  readonly key: string;
  readonly name: string;
  readonly email: string;
}

let unkept: Payer | undefined;

/** Who pays by a link in this tab, as far as it was typed: a reload loses nothing. Nobody needs to be signed in. */
export function payerHere(): Payer {
  const payer = stored() ?? unkept ?? { key: crypto.randomUUID(), name: '', email: '' };
  keep(payer);
  return payer;
}

export const rememberPayer = (typed: { name: string; email: string }): void => keep({ ...payerHere(), ...typed });

function keep(payer: Payer): void {
  unkept = payer;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(payer));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

function stored(): Payer | undefined {
  try {
    const { key, name, email } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Payer>;
    const whole = typeof key === 'string' && typeof name === 'string' && typeof email === 'string';
    return whole ? { key, name, email } : undefined;
  } catch {
    return undefined;
  }
}
