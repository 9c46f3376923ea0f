import { request } from 'node:http';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';

export interface TlsQuestions {
  readonly ca?: string;
  readonly plainPort?: number;
  readonly now: Date;
}

const SECONDS = 5;
const DAYS_LEFT = 14;
/** OpenSSL's list of ciphers without authenticated encryption. */
const WITHOUT_AEAD = 'ALL:!AESGCM:!AESCCM:!AESCCM8:!CHACHA20:!ARIA:!aNULL:!kRSA:!PSK:!SRP@SECLEVEL=0';

export async function examineTls(origin: URL, { ca, plainPort = 80, now }: TlsQuestions): Promise<string[]> {
  const host = { host: origin.hostname, port: Number(origin.port) || 443, servername: origin.hostname };
  const open = await shake({ ...host, ...(ca ? { ca } : {}), minVersion: 'TLSv1.2' });
  if (typeof open === 'string') return [`${origin.host} cannot be reached by TLS as browsers trust it (${open}).`];
  const { protocol, until } = open;
  const left = Math.floor((until.getTime() - now.getTime()) / 86_400_000);
  // Handshakes only, without data, so the certificate need not be verified.
  const taken = async (offer: ConnectionOptions) =>
    typeof (await shake({ ...host, ...offer, rejectUnauthorized: false })) !== 'string';
  const findings = [
    left < DAYS_LEFT && `The certificate of ${origin.host} ends in ${left} days.`,
    protocol !== 'TLSv1.3' && `${origin.host} does not offer TLS 1.3, but ${protocol}.`,
    (await taken({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })) &&
      `${origin.host} still takes TLS older than 1.2.`,
    (await taken({ maxVersion: 'TLSv1.2', ciphers: 'kRSA@SECLEVEL=0' })) &&
      `${origin.host} takes ciphers without forward secrecy.`,
    (await taken({ maxVersion: 'TLSv1.2', ciphers: WITHOUT_AEAD })) &&
      `${origin.host} takes ciphers that do not authenticate what they encrypt.`,
    await servesInTheClear(origin, plainPort),
  ];
  return findings.filter((it) => typeof it === 'string');
}

type Shaken = { readonly protocol: string; readonly until: Date };

function shake(options: ConnectionOptions): Promise<Shaken | string> {
  return new Promise((done) => {
    const socket: TLSSocket = connect(options, () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      done({ protocol: socket.getProtocol() ?? '', until });
      socket.destroy();
    });
    socket.setTimeout(SECONDS * 1000, () => socket.destroy(new Error('it does not answer')));
    socket.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
  });
}

/** Without TLS pages may be redirected to https; calls must be refused. */
async function servesInTheClear({ hostname, protocol }: URL, port: number): Promise<string | false> {
  const page = await ask(hostname, port, 'GET', '/');
  const call = await ask(hostname, port, 'POST', '/auth/sign-in');
  if (page && !(page.status >= 300 && page.status < 400 && page.to.startsWith(`${protocol}//${hostname}`)))
    return `${hostname}:${port} answers pages without TLS instead of sending browsers to ${protocol}.`;
  if (call && call.status < 400)
    return `${hostname}:${port} takes calls without TLS, or sends them on, instead of refusing them.`;
  return false;
}

function ask(
  hostname: string,
  port: number,
  method: string,
  path: string,
): Promise<{ status: number; to: string } | undefined> {
  return new Promise((done) => {
    const outgoing = request({ hostname, port, method, path, timeout: SECONDS * 1000 }, (answer) => {
      answer.resume();
      done({ status: answer.statusCode ?? 0, to: answer.headers.location ?? '' });
    });
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => done(undefined));
    outgoing.end();
  });
}
