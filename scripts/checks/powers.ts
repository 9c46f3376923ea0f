import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = 'docs/security.md';

/** Capabilities that need a reason in the page. Tests and the stand-ins of test mode are exempt. */
const POWERS: Readonly<Record<string, RegExp>> = {
  'starts a program': /node:child_process/,
  'makes code from text': /\beval\(|new Function\(|node:vm\b|set(Timeout|Interval)\(\s*['"`]/,
  'makes markup from text':
    /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|(?<![.\w])raw\(/,
  'makes SQL from text': /\.unsafe\(|\bsql\.raw\(/,
  'makes a pattern from text': /\bRegExp\(/,
  'reads or writes files': /node:(fs|sqlite)\b/,
  'revives objects from bytes': /node:v8\b|\bdeserialize\(/,
  'runs code on another thread': /node:(worker_threads|cluster)\b|new Worker\(/,
  'speaks to another server':
    /^import (?!type)[^;]*from '(stripe|pg|nodemailer|hono\/proxy|@aws-sdk\/client-s3)'|import\('openid-client'\)|node:(tls|https|http2|dgram)\b|\bfetch\((url|'|`)/m,
  'leaves certificates unchecked': /rejectUnauthorized|no-verify|NODE_TLS_REJECT|allowInsecureRequests/,
  'random numbers for secrets': /\brandomBytes\b|\brandomUUID\b|random(State|Nonce|PKCECodeVerifier)\b/,
  'random numbers that can be guessed': /Math\.random/,
  'hashes with SHA-256': /createHash\('sha256'\)/,
  'hashes with anything else': /createHash\((?!'sha256'\))|create(Hmac|Sign|Verify)\(|\b(md5|sha1)\b/i,
  'hashes passwords': /\bargon2\b|\bscrypt\b|\bpbkdf2/,
  'compares in constant time': /timingSafeEqual/,
  'signs or checks signatures': /from 'jose'|constructEvent|generateKeyPair|enableNonRepudiationChecks/,
  'encrypts or decrypts': /create(C|Dec)ipher|\b(subtle(?!\.digest)|publicEncrypt|privateDecrypt)\b/,
  'sets a cookie': /\bsetCookie\(|['"]set-cookie['"]/i,
  'keeps data in the browser': /\b(local|session)Storage\b|indexedDB|document\.cookie|\bcaches\./,
  'hears other windows': /addEventListener\(\s*['"]message|\.onmessage|window\.postMessage/,
  'writes globals of the browser': /\b(window|globalThis|self)(\.\w+|\[[^\]]+\]) = /,
  'writes a log': /pino\.destination|\bconsole\.|process\.(stdout|stderr)\.write/,
  'sends the browser elsewhere': /\.redirect\(|location\.(assign|replace|href =)/,
};

export function powerFaults(root: string): string[] {
  const page = readFileSync(join(root, PAGE), 'utf8');
  const sources = globSync('{src,platform}/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .sort()
    .map((path) => ({ path, code: withoutComments(readFileSync(join(root, path), 'utf8')) }));
  return Object.entries(POWERS).flatMap(([power, pattern]) => {
    const row = page.split('\n').find((line) => line.startsWith(`| ${power} |`));
    if (!row) return [`${PAGE}  has no row "${power}"`];
    const named = [...row.matchAll(/`((?:src|platform)\/[^`]*)`/g)].map(([, path = '']) => path);
    const used = sources.filter(({ code }) => pattern.test(code)).map(({ path }) => path);
    const covers = (place: string) => (path: string) => (place.endsWith('/') ? path.startsWith(place) : path === place);
    return [
      ...used
        .filter((path) => !named.some((place) => covers(place)(path)))
        .map((path) => `${path}  ${power}: say why in ${PAGE}`),
      ...named
        .filter((place) => !used.some(covers(place)))
        .map((place) => `${PAGE}  says that ${place} ${power}, which it does not`),
    ];
  });
}

const withoutComments = (text: string): string => text.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
