import { expect, test } from 'vitest';
import { staleDocs } from '../../scripts/checks/doc-paths.ts';
import { tree } from './tree.ts';

const files = {
  'src/model/kernel/money.ts': '',
  'docs/design.md': '',
  '.gitignore': 'build/\n',
  'src/web/routes.ts': '',
};

test.each([
  ['`src/model/kernel/cash.ts`', 'src/model/kernel/cash.ts'],
  ['`model/kernel/cash.ts`', 'model/kernel/cash.ts'],
  ['`#model/kernel/cash.ts`', 'model/kernel/cash.ts'],
  ['`src/model/cellar/`', 'src/model/cellar/'],
  ['`cellar/wine.ts`', 'cellar/wine.ts'],
  ['[design](docs/desing.md)', 'docs/desing.md'],
  ['[design](./docs/desing.md#colours "Design")', './docs/desing.md'],
])('a page that names %s is stale', (words, path) => {
  const root = tree({ ...files, 'README.md': `# Shop\n\nSee ${words}.\n` });
  expect(staleDocs(root)).toEqual([`README.md:3  names ${path}, which does not exist`]);
});

test.each([
  '`src/model/kernel/money.ts:12` and `model/kernel`',
  '`web/routes.ts` and `routes.ts`',
  '[design](docs/design.md#colours), [top](#shop), [Node](https://nodejs.org/en)',
  '`build/client/assets`, `npm start`, `image/png`, `PUT /user/{email}`, `text/html`, `read/write`, `a.b`',
  '\n```\nsrc/model/kernel/cash.ts `src/model/cash.ts`\n```',
])('a page that says %s is true', (words) => {
  expect(staleDocs(tree({ ...files, 'README.md': `# Shop\n\nSee ${words}.\n` }))).toEqual([]);
});

test('a link is read from the folder of its page', () => {
  const root = tree({ ...files, 'docs/a.md': '[design](design.md)', 'docs/b.md': '[design](docs/design.md)' });
  expect(staleDocs(root)).toEqual(['docs/b.md:1  names docs/design.md, which does not exist']);
});

test('a decision says when to revisit it', () => {
  const root = tree({
    'docs/decisions/0001-postgres.md': '# Postgres\n\n## When to revisit\n',
    'docs/decisions/0002-hono.md': '# Hono\n',
    'docs/decisions/README.md': '# Decisions\n',
  });
  expect(staleDocs(root)).toEqual(['docs/decisions/0002-hono.md  has no heading "When to revisit"']);
});
