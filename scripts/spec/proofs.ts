import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

export interface Proof {
  row: string;
  path: string;
  line: number;
}

/** Rows named by the first argument of `spec(…)`: a text, a list, or the variable of a `for … of` over a list. */
export function proofs(root: string): Proof[] {
  return globSync('tests/spec/**/*.test.ts', { cwd: root })
    .sort()
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return namedRows(path, text).map(({ row, start }) => ({
        row,
        path: path.replaceAll('\\', '/'),
        line: text.slice(0, start).split('\n').length,
      }));
    });
}

interface Named {
  row: string;
  start: number;
}

type Node = { type: string; start: number; [key: string]: unknown };

function namedRows(path: string, text: string): Named[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const named: Named[] = [];
  const constants = new Map<string, Node>();
  const loops: { names: string[]; list: Node }[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) constants.set(id.name, asNode(init));
    },
    ForOfStatement({ left, right }) {
      loops.push({ names: namesOf(asNode(left)), list: withoutType(asNode(right)) });
    },
    'ForOfStatement:exit'() {
      loops.pop();
    },
    CallExpression({ callee, arguments: [rows] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'spec' || !rows) return;
      if (rows.type !== 'Identifier') return void named.push(...texts(asNode(rows)));
      const list = loops.findLast(({ names }) => names.includes(rows.name))?.list;
      const values = list?.type === 'Identifier' ? constants.get(list.name as string) : list;
      if (!values) throw new Error(`${path}: spec(${rows.name}, …) does not show its row`);
      named.push(...texts(values));
    },
  }).visit(program);
  return named.filter(({ row }) => ROW.test(row));
}

const ROW = /^\d+ \S/;

function texts(node: Node): Named[] {
  return within(node).flatMap(({ type, value, start }) =>
    type === 'Literal' && typeof value === 'string' ? [{ row: value, start }] : [],
  );
}

const namesOf = (node: Node): string[] =>
  within(node).flatMap(({ type, name }) => (type === 'Identifier' ? [name as string] : []));

function within(node: Node): Node[] {
  const children = Object.values(node)
    .flat()
    .filter((it) => it && typeof it === 'object' && 'type' in it);
  return [node, ...children.flatMap((it) => within(it as Node))];
}

const withoutType = (node: Node): Node => (node.type === 'TSAsExpression' ? (node.expression as Node) : node);

const asNode = (node: object): Node => node as Node;
