import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import Provider, { interactionPolicy, type JWK } from 'oidc-provider';
import { type Chosen, readChoice, workspaceOf } from './choice.ts';
import { NewestMap } from './newest-map.ts';
import { answerPage, answerStyle, endedPage, PAGE_HEADERS, signInPage } from './sign-in-page.ts';

export interface GoogleSandboxOptions {
  /** The provider's address for browser and shop; its path is where the shop mounts it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The only redirect target. */
  readonly redirectUri: string;
  readonly shopName: string;
  /** The private RSA key for ID tokens; a new one when absent. */
  readonly signingKey?: JWK;
}

const SIGN_IN = /^\/sign-in\/[\w-]+$/;
const MINUTE = 60;
const SESSION_COOKIE = '_session';
/** Of people, and of records of the provider. */
const LIMIT = 1_000;

/** The provider's endpoints and sign-in page; does not listen yet. */
export function serveProvider(options: GoogleSandboxOptions): Server {
  const mount = new URL(options.issuer).pathname;
  const people = new NewestMap<string, Chosen>(LIMIT);
  const provider = createProvider(options, people);
  const answer = provider.callback();
  return createServer((request, response) => {
    const url = request.url ?? '/';
    // Tells the provider that it is mounted below a path.
    Object.assign(request, { originalUrl: `${mount}${url}` });
    const path = url.split('?')[0] ?? '';
    if (path === '/sign-in.css') answerStyle(response);
    else if (SIGN_IN.test(path))
      signIn({ provider, people, options, request, response }).catch(() => response.destroy());
    else void answer(withoutSession(request), response);
  });
}

function createProvider(
  { issuer, clientId, clientSecret, redirectUri, signingKey }: GoogleSandboxOptions,
  people: Map<string, Chosen>,
): Provider {
  const mount = new URL(issuer).pathname;
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const provider = new Provider(issuer, {
    adapter: createMemory(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [signingKey ?? newKey()] },
    cookies: { keys: [randomBytes(32).toString('base64url')], names: { session: SESSION_COOKIE } },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'], profile: ['name'] },
    // Like Google, puts the profile into the ID token itself.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `${mount}/sign-in/${uid}` },
    ttl: {
      AccessToken: 5 * MINUTE,
      AuthorizationCode: MINUTE,
      Grant: 60 * MINUTE,
      IdToken: 60 * MINUTE,
      Interaction: 60 * MINUTE,
      Session: 60 * MINUTE,
    },
    findAccount(_, subject) {
      const chosen = people.get(subject);
      if (!chosen) return undefined;
      const { email, name, verified } = chosen;
      const claims = { sub: subject, email, email_verified: verified, hd: workspaceOf(email), name };
      return { accountId: subject, claims: () => claims };
    },
    // Consent is implicit: there is one client, and it asks for name and address only.
    async loadExistingGrant({ oidc: { client, session } }) {
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    async renderError(ctx, { error_description, error }) {
      for (const [name, value] of Object.entries(PAGE_HEADERS)) ctx.set(name, value);
      ctx.body = String(await endedPage({ issuer, why: error_description ?? error, shop: loginOf(redirectUri) }));
    },
  });
  provider.proxy = true;
  return provider;
}

interface Visit {
  readonly provider: Provider;
  readonly people: Map<string, Chosen>;
  readonly options: GoogleSandboxOptions;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function signIn({ provider, people, options, request, response }: Visit): Promise<void> {
  const { shopName, issuer, redirectUri } = options;
  try {
    await provider.interactionDetails(request, response);
  } catch {
    const why = 'It took too long, or was begun in another browser. Begin again in the shop.';
    return answerPage(response, 410, endedPage({ issuer, why, shop: loginOf(redirectUri) }));
  }
  if (request.method !== 'POST') return answerPage(response, 200, signInPage({ shopName, issuer }));
  const choice = await readChoice(request);
  if (choice === 'cancelled') {
    const result = { error: 'access_denied', error_description: 'The person cancelled.' };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  if ('wrong' in choice) return answerPage(response, 422, signInPage({ shopName, issuer, typed: choice }));
  const accountId = subjectOf(choice.email);
  people.set(accountId, choice);
  return provider.interactionFinished(request, response, { login: { accountId }, select_account: {} });
}

/** Without its session cookie the provider asks for an account at each sign-in. */
function withoutSession(request: IncomingMessage): IncomingMessage {
  const kept = request.headers.cookie?.split('; ').filter((cookie) => !cookie.startsWith(SESSION_COOKIE));
  if (kept) request.headers.cookie = kept.join('; ');
  return request;
}

const loginOf = (redirectUri: string): string => new URL('/login', redirectUri).href;

/** An address always has the same subject, from which it cannot be read. */
const subjectOf = (email: string): string =>
  BigInt(`0x${createHash('sha256').update(`google ${email}`).digest('hex')}`)
    .toString()
    .slice(0, 21);

function newKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ format: 'jwk' }) as JWK;
  return { ...key, alg: 'RS256', use: 'sig', kid: randomBytes(8).toString('hex') };
}

/** The provider's store; lost when the shop stops. */
function createMemory(): (model: string) => Adapter {
  const records = new NewestMap<string, { payload: AdapterPayload; endsAt: number }>(LIMIT);
  const alive = (key: string): AdapterPayload | undefined => {
    const found = records.get(key);
    return found && found.endsAt > Date.now() ? found.payload : undefined;
  };
  return (model) => {
    const key = (id: string) => `${model}:${id}`;
    return {
      async upsert(id, payload, expiresIn) {
        records.set(key(id), { payload, endsAt: Date.now() + (expiresIn ?? 3_600) * 1000 });
      },
      find: async (id) => alive(key(id)),
      findByUid: async (uid) => {
        for (const [name, { payload }] of records)
          if (name.startsWith(`${model}:`) && payload.uid === uid) return alive(name);
        return undefined;
      },
      findByUserCode: async () => undefined,
      async consume(id) {
        const found = alive(key(id));
        if (found) found.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        records.delete(key(id));
      },
      async revokeByGrantId(grantId) {
        for (const [name, { payload }] of records) if (payload.grantId === grantId) records.delete(name);
      },
    };
  };
}
