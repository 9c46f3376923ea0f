import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate for one name that signs itself, and its key, both as PEM. */
export function ownCertificate(
  name: string,
  { from = new Date(Date.now() - 86_400_000), days = 90, rsa = false } = {},
) {
  const { publicKey, privateKey } = rsa
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const until = new Date(from.getTime() + days * 86_400_000);
  const algorithm = sequence(identifier(rsa ? '2a864886f70d01010b' : '2a8648ce3d040302'), ...(rsa ? [tagged(5)] : []));
  const subject = sequence(tagged(0x31, sequence(identifier('550403'), tagged(0x0c, Buffer.from(name)))));
  const names = sequence(tagged(0x82, Buffer.from(name)));
  const authority = sequence(tagged(1, Buffer.from([0xff])));
  const body = sequence(
    tagged(0xa0, tagged(2, Buffer.from([2]))),
    tagged(2, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    subject,
    sequence(moment(from), moment(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(
        sequence(identifier('551d11'), tagged(4, names)),
        sequence(identifier('551d13'), tagged(1, Buffer.from([0xff])), tagged(4, authority)),
      ),
    ),
  );
  const signature = tagged(3, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  const der = sequence(body, algorithm, signature).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${der.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

/** One value of ASN.1 in its distinguished encoding. */
function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, ...parts);
const identifier = (hex: string): Buffer => tagged(6, Buffer.from(hex, 'hex'));
const moment = (at: Date): Buffer => tagged(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')));
