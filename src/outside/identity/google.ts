import type { Configuration, IDToken } from 'openid-client';
import type { GoogleTrouble } from '#model/identity/google.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';

/** Sign-in by OpenID Connect: authorization code with PKCE, state and nonce. */
export interface Google {
  /** True for the shop's own provider, which confirms any email. */
  readonly standIn: boolean;
  begin(): Promise<Outcome<Attempt & { readonly url: string }, GoogleRefusal>>;
  finish(answer: URL, attempt: Attempt): Promise<Outcome<GoogleAccount, GoogleRefusal>>;
}

export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** From a verified ID token. Issuer and subject identify a person; the email may change owners. */
export interface GoogleAccount {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Google runs the mailbox. Of other addresses it only knows that they were confirmed once. */
  readonly hostsEmail: boolean;
  readonly name: string;
}

export interface GoogleRefusal {
  readonly code: GoogleTrouble;
  readonly reason?: string;
}

export interface GoogleOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly standIn: boolean;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export const GOOGLE_ISSUER = 'https://accounts.google.com';

const SECONDS = 8;
const SCOPE = 'openid email profile';

export function createGoogle(options: GoogleOptions): Google {
  const { clientId, redirectUri, standIn } = options;
  let known: Promise<Configuration> | undefined;
  // At the first sign-in, and again after a failure: the shop starts without Google.
  const configuration = async () => {
    known ??= discover(options);
    try {
      return await known;
    } catch (error) {
      known = undefined;
      throw error;
    }
  };
  return {
    standIn,
    async begin() {
      const oidc = await client();
      const attempt = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
      try {
        const url = oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: SCOPE,
          prompt: 'select_account',
          state: attempt.state,
          nonce: attempt.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
          code_challenge_method: 'S256',
        });
        return success({ ...attempt, url: url.href });
      } catch (error) {
        return failure({ code: 'unreachable', reason: reasonOf(error) });
      }
    },
    async finish(answer, { state, nonce, verifier }) {
      const oidc = await client();
      const current = new URL(redirectUri);
      current.search = answer.search;
      try {
        const tokens = await oidc.authorizationCodeGrant(await configuration(), current, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims || (Array.isArray(claims.aud) && claims.aud.length > 1)) return failure({ code: 'refused' });
        if (claims.azp !== undefined && claims.azp !== clientId) return failure({ code: 'refused' });
        return success(accountOf(claims));
      } catch (error) {
        if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
          return failure({ code: 'cancelled' });
        return failure({ code: isUnreachable(error) ? 'unreachable' : 'refused', reason: reasonOf(error) });
      }
    },
  };
}

const client = () => import('openid-client');

async function discover({ issuer, clientId, clientSecret, standIn, fetch }: GoogleOptions): Promise<Configuration> {
  const oidc = await client();
  // Without TLS only to the stand-in, which is on this machine.
  const insecure = standIn && issuer.startsWith('http:');
  const found = await oidc.discovery(
    new URL(issuer),
    clientId,
    { id_token_signed_response_alg: 'RS256' },
    oidc.ClientSecretPost(clientSecret),
    {
      timeout: SECONDS,
      execute: insecure ? [oidc.allowInsecureRequests] : [],
      ...(fetch && { [oidc.customFetch]: (url: string, init: object) => fetch(url, init) }),
    },
  );
  // Verifies the signature although the token comes directly from the provider.
  oidc.enableNonRepudiationChecks(found);
  return found;
}

function accountOf(claims: IDToken): GoogleAccount {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const email = text(claims.email);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    emailVerified: claims.email_verified === true,
    // `hd` is the domain of a Google Workspace.
    hostsEmail: text(claims.hd) !== '' || /@g(oogle)?mail\.com$/i.test(email),
    name: text(claims.name),
  };
}

function isUnreachable(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: string };
  return name === 'TimeoutError' || code === 'OAUTH_TIMEOUT' || (name === 'TypeError' && code === undefined);
}

function reasonOf(error: unknown): string {
  const { name, code, error: oauthError } = error as { name?: string; code?: string; error?: string };
  return [code ?? name, oauthError].filter(Boolean).join(' ');
}
