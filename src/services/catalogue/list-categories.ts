import { asc, desc, gt } from 'drizzle-orm';
import type { Category } from '#model/catalogue/category.ts';
import { toolCategory } from '#tables/catalogue.ts';
import type { Context } from '../kernel/context.ts';

const MAX_CATEGORIES = 200;

export async function listCategories({ db }: Pick<Context, 'db'>): Promise<Category[]> {
  const largest = await db
    .select()
    .from(toolCategory)
    .where(gt(toolCategory.tools, 0))
    .orderBy(desc(toolCategory.tools), asc(toolCategory.category))
    .limit(MAX_CATEGORIES);
  return largest.toSorted((one, other) => one.category.localeCompare(other.category, 'en'));
}
