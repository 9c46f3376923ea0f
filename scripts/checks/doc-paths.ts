import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Missing paths in the project's Markdown files, and decisions without "When to revisit". */
export function staleDocs(root: string): string[] {
  const ignored = namesIn(root, '.gitignore');
  const pages = globSync(['*.md', '{docs,src,platform,sandbox,content,tests,scripts,migrations,.ci}/**/*.md'], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  return pages.sort().flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const stale = [...pathsIn(text)]
      .filter(({ path, link }) => !ignored.has(path.split('/')[0] ?? '') && !exists(root, page, path, link))
      .map(({ path, line }) => `${page}:${line}  names ${path}, which does not exist`);
    return isDecision(page) && !/^#+ When to revisit$/im.test(text)
      ? [...stale, `${page}  has no heading "When to revisit"`]
      : stale;
  });
}

interface Mention {
  path: string;
  line: number;
  link: boolean;
}

function* pathsIn(text: string): Generator<Mention> {
  let fenced = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    if (fenced) continue;
    for (const [, target = ''] of line.matchAll(/\]\(([^)\s]+)[^)]*\)/g)) {
      const path = target.replace(/#.*$/, '');
      if (path && !/^[a-z]+:/i.test(path)) yield { path: decodeURI(path), line: index + 1, link: true };
    }
    for (const [, word = ''] of line.matchAll(/`([^`\s]+)`/g)) {
      const path = word.replace(/:\d+$/, '').replace(/^(\.\/|#)/, '');
      if (/^\.?[\w@][\w.@+-]*(\/[\w.$@+-]+)*\/?$/.test(path)) yield { path, line: index + 1, link: false };
    }
  }
}

/** Every link needs a target. A word counts as a path if it begins like one or ends like a source file. */
function exists(root: string, page: string, path: string, link: boolean): boolean {
  if (link) return existsSync(path.startsWith('/') ? join(root, path) : join(root, dirname(page), path));
  const places = [root, join(root, 'src'), join(root, 'src/web'), join(root, dirname(page))];
  if (places.some((it) => existsSync(join(it, path)))) return true;
  const [first = ''] = path.split('/');
  const looksLikePath = path.includes('/') && places.slice(0, 2).some((it) => existsSync(join(it, first)));
  return !looksLikePath && !(path.includes('/') && /\.(tsx?|mjs|css|sql|md)$/.test(path));
}

function isDecision(page: string): boolean {
  return /^docs[/\\]decisions[/\\]\d/.test(page);
}

function namesIn(root: string, file: string): Set<string> {
  const path = join(root, file);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return new Set(['node_modules', ...lines.map((it) => it.replaceAll('/', '').trim()).filter(Boolean)]);
}
