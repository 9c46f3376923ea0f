import { type Confirm, type Confirmation, type Heard, read, refusalText, transactionOf } from './gateway.ts';

export interface CardEntry {
  readonly number: string;
  readonly month: number;
  readonly year: number;
  readonly code: string;
  readonly name: string;
  readonly email: string;
}

interface SandboxOptions {
  readonly apiBase: string;
  readonly publishableKey: string;
  readonly returnUrl: string;
  readonly challenge: () => Promise<'pass' | 'fail'>;
  readonly fetch?: typeof fetch;
}

/** Makes the same calls as the provider's own script. */
export function sandboxConfirm(card: CardEntry, options: SandboxOptions): Confirm {
  return async (clientSecret) => {
    const id = transactionOf(clientSecret);
    const payment = `/v1/payment_intents/${encodeURIComponent(id)}`;
    const method = await send(options, 'POST', '/v1/payment_methods', {
      type: 'card',
      'card[number]': card.number,
      'card[exp_month]': String(card.month),
      'card[exp_year]': String(card.year),
      'card[cvc]': card.code,
      'billing_details[name]': card.name,
      'billing_details[email]': card.email,
    });
    if (method?.error) return { status: 'failed', message: refusalText(method.error) };
    if (!method?.id) return { status: 'failed', message: NOT_REACHED };

    const confirmed = await send(options, 'POST', `${payment}/confirm`, {
      client_secret: clientSecret,
      payment_method: method.id,
      return_url: options.returnUrl,
    });
    if (confirmed?.status !== 'requires_action') return verdict(options, payment, clientSecret, confirmed);
    const outcome = await options.challenge();
    const answered = await send(options, 'POST', `${payment}/sandbox_authenticate`, {
      client_secret: clientSecret,
      outcome,
    });
    return verdict(options, payment, clientSecret, answered);
  };
}

const NOT_REACHED = 'The card payment provider cannot be reached. Nothing was charged; try again in a moment.';

interface Answer {
  id?: string;
  status?: string;
  last_payment_error?: { type?: string; code?: string; message?: string } | null;
  error?: { type?: string; code?: string; message?: string; payment_intent?: Answer };
}

async function verdict(
  options: SandboxOptions,
  payment: string,
  clientSecret: string,
  answer: Answer | undefined,
): Promise<Confirmation> {
  const heard = read(heardIn(answer), clientSecret);
  if (heard) return heard;
  const query = new URLSearchParams({ client_secret: clientSecret });
  const looked = await send(options, 'GET', `${payment}?${query}`);
  return read(heardIn(looked), clientSecret) ?? { status: 'processing', transactionId: transactionOf(clientSecret) };
}

const heardIn = (answer: Answer | undefined): Heard => ({
  intent: answer?.error?.payment_intent ?? answer,
  error: answer?.error,
});

/** The provider's answer or refusal; undefined when none came. */
async function send(
  { apiBase, publishableKey, fetch = globalThis.fetch }: SandboxOptions,
  method: 'GET' | 'POST',
  path: string,
  form?: Record<string, string>,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(`${apiBase}${path}`, {
      method,
      headers: { authorization: `Bearer ${publishableKey}` },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    return (await response.json()) as Answer;
  } catch {
    return undefined;
  }
}
