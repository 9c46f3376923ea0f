import type { Paper } from '#model/content/paper.ts';
import { success } from '#model/kernel/outcome.ts';
import { refuseBeyond } from '../../identity/allowance.ts';
import type { Caller } from '../../identity/sessions.ts';
import type { Context } from '../../kernel/context.ts';

/** PDFs that one person may have made within an hour; an admin prints slips all day. */
export const PAPERS_AN_HOUR = { customer: 60, admin: 1_000 } as const;

/** The PDF of a paper for somebody who is signed in. What they may see was judged before. */
export async function writePaperFor(
  { db, clock, papers }: Pick<Context, 'db' | 'clock' | 'papers'>,
  { id, role }: Pick<Caller, 'id' | 'role'>,
  paper: Paper,
) {
  const refusal = await refuseBeyond(db, 'papers', id, PAPERS_AN_HOUR[role], clock());
  return refusal ?? success(await papers.write(paper));
}
