import type { IncomingMessage } from 'node:http';

/** `verified`: whether the provider confirms the address. */
export interface Chosen {
  readonly name: string;
  readonly email: string;
  readonly verified: boolean;
}

export interface Typed extends Chosen {
  readonly wrong: string;
}

export const READY: readonly Chosen[] = [
  { name: 'Dana Ortiz', email: 'dana.ortiz@example.com', verified: true },
  { name: 'Kofi Mensah', email: 'kofi.mensah@example.com', verified: true },
];

/** Addresses that people bring along from elsewhere, and Gmail's, are in no Google Workspace. */
const NO_WORKSPACE = ['gmail.com', 'outlook.com', 'yahoo.com', 'icloud.com'];

/** The claim `hd`; undefined outside of a Google Workspace. */
export function workspaceOf(email: string): string | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return NO_WORKSPACE.includes(domain) ? undefined : domain;
}

const BODY_LIMIT = 8 * 1024;

export async function readChoice(request: IncomingMessage): Promise<Chosen | Typed | 'cancelled'> {
  const form = new URLSearchParams(await readText(request));
  if (form.has('cancel')) return 'cancelled';
  const ready = READY.find((account) => account.email === form.get('account'));
  if (ready) return ready;
  const email = (form.get('email') ?? '').trim().toLowerCase();
  const name = (form.get('name') ?? '').trim().slice(0, 200);
  const chosen = { name, email, verified: form.has('verified') };
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(email))
    return { ...chosen, wrong: 'Type an email address, such as name@example.com.' };
  return { ...chosen, name: name || (email.split('@')[0] ?? '') };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= BODY_LIMIT) chunks.push(chunk);
  }
  return size <= BODY_LIMIT ? Buffer.concat(chunks).toString('utf8') : '';
}
