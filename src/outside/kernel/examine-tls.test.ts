import { readFileSync } from 'node:fs';
import { createServer as createPlainServer, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { resolve } from 'node:path';
import type { TlsOptions } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { ownCertificate } from '../../../tests/harness/certificate.ts';
import { examineTls } from './examine-tls.ts';

const NOBODY = 9;
const good = ownCertificate('localhost');
const rsa = ownCertificate('localhost', { rsa: true });
const EXAMPLE = readFileSync(resolve(import.meta.dirname, '../../../docs/examples/nginx.conf'), 'utf8');
/** What the documented proxy takes. */
const STRONG = { minVersion: 'TLSv1.2', ciphers: /^ *ssl_ciphers (.+);$/m.exec(EXAMPLE)?.[1] ?? 'ALL' } as const;

async function listening(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, 'localhost', ready));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function examined(
  options: TlsOptions & { cert: string; key: string },
  its: Partial<Parameters<typeof examineTls>[1]> = {},
) {
  const port = await listening(createServer(options, (_, response) => response.end('shop')));
  const questions = { ca: options.cert, plainPort: NOBODY, now: new Date(), ...its };
  const said = await examineTls(new URL(`https://localhost:${port}`), questions);
  return said.map((it) => it.replaceAll(`localhost:${port}`, 'the shop'));
}

test('a server with a trusted certificate, TLS 1.2 and 1.3 and strong ciphers only is as it should be', async () => {
  expect(await examined({ ...good, ...STRONG })).toEqual([]);
});

test('what browsers do not trust is no TLS: signed by nobody, for another name, or ended', async () => {
  const untrusted = (reason: string) => [`the shop cannot be reached by TLS as browsers trust it (${reason}).`];
  const anybody = ownCertificate('localhost');
  expect(await examined({ ...good, ...STRONG }, { ca: anybody.cert })).toEqual(
    untrusted('DEPTH_ZERO_SELF_SIGNED_CERT'),
  );
  const other = ownCertificate('other.example');
  expect(await examined({ ...other, ...STRONG })).toEqual(untrusted('ERR_TLS_CERT_ALTNAME_INVALID'));
  const past = ownCertificate('localhost', { from: new Date('2020-01-01') });
  expect(await examined({ ...past, ...STRONG })).toEqual(untrusted('CERT_HAS_EXPIRED'));
  expect(await examineTls(new URL(`https://localhost:${NOBODY}`), { now: new Date() })).toEqual([
    `localhost:${NOBODY} cannot be reached by TLS as browsers trust it (ECONNREFUSED).`,
  ]);
});

test('a certificate that ends soon is said', async () => {
  const short = ownCertificate('localhost', { days: 11 });
  expect(await examined({ ...short, ...STRONG })).toEqual([expect.stringMatching(/ends in (9|10) days\.$/)]);
});

test.each<[string, TlsOptions & { cert: string; key: string }, string[]]>([
  ['no TLS 1.3', { ...good, ...STRONG, maxVersion: 'TLSv1.2' }, ['the shop does not offer TLS 1.3, but TLSv1.2.']],
  [
    'TLS 1.0',
    { ...good, minVersion: 'TLSv1', ciphers: 'ECDHE+AESGCM:ECDHE-ECDSA-AES128-SHA@SECLEVEL=0' },
    ['the shop still takes TLS older than 1.2.', 'the shop takes ciphers that do not authenticate what they encrypt.'],
  ],
  [
    'keys that are not exchanged anew',
    { ...rsa, minVersion: 'TLSv1.2', ciphers: 'ECDHE+AESGCM:AES128-GCM-SHA256' },
    ['the shop takes ciphers without forward secrecy.'],
  ],
])('%s is said', async (_, options, findings) => {
  expect(await examined(options)).toEqual(findings);
});

test.each<[string, RequestListener, string[]]>([
  [
    'sends pages on and refuses calls',
    (request, response) => {
      if (request.method === 'GET') response.writeHead(308, { location: 'https://localhost/' }).end();
      else response.writeHead(403).end();
    },
    [],
  ],
  [
    'answers pages',
    (_, response) => response.writeHead(200).end('shop'),
    ['localhost:80 answers pages without TLS instead of sending browsers to https:.'],
  ],
  [
    'sends pages elsewhere',
    (_, response) => response.writeHead(301, { location: 'http://localhost/' }).end(),
    ['localhost:80 answers pages without TLS instead of sending browsers to https:.'],
  ],
  [
    'sends everything on',
    (_, response) => response.writeHead(308, { location: 'https://localhost/' }).end(),
    ['localhost:80 takes calls without TLS, or sends them on, instead of refusing them.'],
  ],
])('a port beside it that %s is judged', async (_, listener, findings) => {
  const plainPort = await listening(createPlainServer(listener));
  const said = await examined({ ...good, ...STRONG }, { plainPort });
  expect(said.map((it) => it.replaceAll(`localhost:${plainPort}`, 'localhost:80'))).toEqual(findings);
});
