/** Addresses that a shop is given; absent what it has of its own. */
export interface Addresses {
  readonly publicOrigin: URL;
  readonly databaseUrl: string | undefined;
  readonly s3Endpoint: string | undefined;
}

/** Whether an address is that of this very machine; a database's may also be the folder of a socket. */
export const isLocal = ({ hostname }: URL): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|%2f.*|)$/i.test(hostname);

/** Of several hosts at once, which are no URL, nothing is known. */
const isSafeDatabase = (address: string): boolean =>
  URL.canParse(address) &&
  (isLocal(new URL(address)) || new URL(address).searchParams.get('sslmode') === 'verify-full');

/**
 * What keeps a shop from taking real money: people's data and its own would travel where others can read it. Each is a
 * sentence that says what to set.
 */
export function unsafeWhenLive({ publicOrigin, databaseUrl, s3Endpoint }: Addresses): string[] {
  const unsafe: string[] = [];
  if (publicOrigin.protocol !== 'https:' && !isLocal(publicOrigin))
    unsafe.push('PUBLIC_ORIGIN must begin with https:// when STRIPE_SECRET_KEY is a live key');
  if (databaseUrl && !isSafeDatabase(databaseUrl))
    unsafe.push(
      'DATABASE_URL of another machine must end with ?sslmode=verify-full when STRIPE_SECRET_KEY is a live key',
    );
  if (s3Endpoint && !s3Endpoint.startsWith('https:') && !isLocal(new URL(s3Endpoint)))
    unsafe.push('S3_ENDPOINT must begin with https:// when STRIPE_SECRET_KEY is a live key');
  return unsafe;
}
