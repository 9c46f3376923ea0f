import type { Context } from '../kernel/context.ts';
import type { Caller } from './sessions.ts';

export const issueToken = ({ tokens, clock }: Pick<Context, 'tokens' | 'clock'>, caller: Caller): Promise<string> =>
  tokens.sign({ personId: caller.id, sessionId: caller.sessionId }, clock());
