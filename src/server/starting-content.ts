import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartingTool } from '#model/catalogue/starting-tool.ts';
import { Star } from '#model/reviews/review.ts';

const SampleReview = z.strictObject({
  name: z.string().min(1).max(80),
  star: Star,
  review: z.string().min(1).max(2000),
});

/** Both lists are newest first, as on the home page. */
export type StartingContent = {
  readonly tools: readonly StartingTool[];
  readonly reviews: readonly z.infer<typeof SampleReview>[];
  picture(name: string): Promise<Uint8Array>;
};

/** @throws Error that names the file and the place in it when its content is invalid */
export async function readStartingContent(folder: string): Promise<StartingContent> {
  const [tools, reviews] = await Promise.all([
    readList(join(folder, 'catalogue', 'tools.json'), (text) => StartingTool.array().safeParse(JSON.parse(text))),
    readList(join(folder, 'reviews.json'), (text) => SampleReview.array().safeParse(JSON.parse(text))),
  ]);
  return { tools, reviews, picture: (name) => readFile(join(folder, 'catalogue', 'pictures', name)) };
}

type Parsed<T> =
  | { success: true; data: T[] }
  | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };

async function readList<T>(path: string, parse: (text: string) => Parsed<T>): Promise<T[]> {
  const text = await readFile(path, 'utf8');
  let parsed: Parsed<T>;
  try {
    parsed = parse(text);
  } catch (cause) {
    throw new Error(`${path} is not JSON: ${(cause as Error).message}`, { cause });
  }
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map((it) => `${it.path.map(String).join('.')}: ${it.message}`);
  throw new Error(`${path} cannot be used. ${places.join('; ')}`);
}
