export interface Addresses {
  readonly publicOrigin: URL;
  readonly databaseUrl: string | undefined;
  readonly s3Endpoint: string | undefined;
}

export const isLocal = ({ hostname }: URL): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|%2f.*|)$/i.test(hostname);

/** A list of several hosts is no URL and counts as unsafe. */
const isSafeDatabase = (address: string): boolean =>
  URL.canParse(address) &&
  (isLocal(new URL(address)) || new URL(address).searchParams.get('sslmode') === 'verify-full');

/** Settings that would send data unencrypted; with real money they are refused. One sentence each. */
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
