import { asc, desc, gt } from 'drizzle-orm';
import type { Category } from '#model/catalogue/category.ts';
import { toolCategory } from '#tables/catalogue.ts';
import type { Context } from '../kernel/context.ts';

/** More than this nobody chooses from; the largest are kept. */
const MAX_CATEGORIES = 200;

/** The categories that tools of the catalogue have, by name. */
export async function listCategories({ db }: Pick<Context, 'db'>): Promise<Category[]> {
  const largest = await db
    .select()
    .from(toolCategory)
    .where(gt(toolCategory.tools, 0))
    .orderBy(desc(toolCategory.tools), asc(toolCategory.category))
    .limit(MAX_CATEGORIES);
  return largest.toSorted((one, other) => one.category.localeCompare(other.category, 'en'));
}
