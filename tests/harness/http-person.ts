import { createClient } from '../../src/web/api/client.ts';

/** A person who uses the calls of a running shop without a browser. */
export async function httpPerson(origin: string, email: string) {
  const headers = { origin, 'content-type': 'application/json' };
  const credentials = JSON.stringify({ name: 'Sam Sample', email, password: 'secret1' });
  let entered = await fetch(`${origin}/auth/sign-up`, { method: 'POST', headers, body: credentials });
  if (entered.status === 409) {
    const body = JSON.stringify({ email, password: 'secret1' });
    entered = await fetch(`${origin}/auth/sign-in`, { method: 'POST', headers, body });
  }
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const issued = await fetch(`${origin}/user/${email}`, {
    method: 'PUT',
    headers: { ...headers, cookie },
    body: JSON.stringify({ email }),
  });
  const { token } = (await issued.json()) as { token: string };
  return createClient({
    origin,
    fetch: (url, init) => fetch(url, init),
    credentials: async () => ({ authorization: `Bearer ${token}` }),
  });
}
