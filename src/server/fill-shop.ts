import { sql } from 'drizzle-orm';
import type { StartingTool } from '#model/catalogue/starting-tool.ts';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { PictureRefusal } from '#outside/images/pictures.ts';
import type { StartingContent } from '#server/starting-content.ts';
import { stepColumns } from '#services/catalogue/step-columns.ts';
import { keepPicture } from '#services/images/keep-picture.ts';
import type { Context, Db, Transaction } from '#services/kernel/context.ts';
import { record } from '#services/kernel/record.ts';
import { tool } from '#tables/catalogue.ts';
import { stockMove } from '#tables/inventory.ts';
import { review } from '#tables/reviews.ts';

export type Filled = { readonly tools: number; readonly reviews: number };
export type PictureUnusable = {
  readonly code: 'picture_unusable';
  readonly picture: string;
  readonly why: PictureRefusal;
};

/** Fills a shop that never had a tool, in one transaction and only once, even when several processes start together. */
export async function fillShop(
  context: Pick<Context, 'db' | 'clock' | 'pictures' | 'encoder'>,
  content: StartingContent,
  progress: (text: string) => void = () => {},
): Promise<Outcome<Filled | 'already-filled', PictureUnusable>> {
  if (await hasTools(context.db)) return success('already-filled');
  const prepared = await keepPictures(context, content, progress);
  if (!prepared.ok) return prepared;
  return context.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${FILLING})`);
    if (await hasTools(tx)) return success('already-filled');
    await insertTools(tx, prepared.value.toReversed(), context.clock());
    await insertReviews(tx, content.reviews.toReversed(), context.clock());
    const filled: Filled = { tools: content.tools.length, reviews: content.reviews.length };
    await record(tx, { action: 'shop.filled', target: 'shop', meta: { ...filled } });
    // Without statistics an order would read a third of the catalogue.
    await tx.execute(sql`analyze tool`);
    return success(filled);
  });
}

/** How many tools of the filling are still sold as they came: neither deleted nor edited. */
export async function countSamplesOnSale(db: Db): Promise<number> {
  const { rows } = await db.execute<{ tools: number }>(sql`
    select count(*)::int as tools
      from (select id, deleted_at from tool order by seq
             limit coalesce((select (meta->>'tools')::int from audit where action = 'shop.filled' limit 1), 0)) filled
     where deleted_at is null
       and not exists (select from audit where target = filled.id::text and action = 'tool.changed')`);
  return rows[0]?.tools ?? 0;
}

/** The key of an advisory lock: "yard" in ASCII. */
const FILLING = 0x79617264;

/** Each uses one core, and the smallest machine has two. */
const AT_ONCE = 2;

/** Deleted tools count: a shop that was emptied on purpose stays empty. */
async function hasTools(db: Db | Transaction): Promise<boolean> {
  return (await db.select({ id: tool.id }).from(tool).limit(1)).length > 0;
}

type PreparedTool = Omit<StartingTool, 'picture'> & { readonly image: string };

async function keepPictures(
  context: Pick<Context, 'pictures' | 'encoder'>,
  content: StartingContent,
  progress: (text: string) => void,
): Promise<Outcome<PreparedTool[], PictureUnusable>> {
  const prepared: PreparedTool[] = [];
  let done = 0;
  let refused: PictureUnusable | undefined;
  const waiting = content.tools.entries();
  const worker = async () => {
    for (const [place, { picture, ...rest }] of waiting) {
      const kept = await keepPicture(context, await content.picture(picture));
      if (kept.ok) prepared[place] = { ...rest, image: kept.value.image };
      else refused ??= { code: 'picture_unusable', picture, why: kept.failure };
      if (refused) return;
      done += 1;
      progress(`Preparing pictures: ${done} of ${content.tools.length}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return refused ? failure(refused) : success(prepared);
}

/** One insert per table, so that the sequence follows the order of the rows. */
async function insertTools(tx: Transaction, tools: readonly PreparedTool[], now: Date): Promise<void> {
  if (tools.length === 0) return;
  const rows = tools.map(({ steps, ...it }) => ({ ...it, ...stepColumns(steps), createdAt: now }));
  const inserted = await tx.insert(tool).values(rows).returning({ toolId: tool.id, delta: tool.available });
  await tx.insert(stockMove).values(inserted.map((it) => ({ ...it, kind: 'initial' as const, at: now })));
}

async function insertReviews(tx: Transaction, reviews: StartingContent['reviews'], now: Date): Promise<void> {
  if (reviews.length === 0) return;
  await tx.insert(review).values(reviews.map((it) => ({ ...it, createdAt: now })));
}
