import type { Context } from '../kernel/context.ts';
import type { Caller } from './sessions.ts';

/** A bearer token for the holder of a session. */
export const issueToken = ({ tokens, clock }: Pick<Context, 'tokens' | 'clock'>, caller: Caller): Promise<string> =>
  tokens.sign({ personId: caller.id, sessionId: caller.sessionId }, clock());
