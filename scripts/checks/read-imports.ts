import { parseSync, Visitor } from 'oxc-parser';

export interface Import {
  /** Undefined for a computed `import()`. */
  specifier: string | undefined;
  line: number;
  /** The compiler drops it: `import type`, `export type … from`, `import('x').T`. */
  typeOnly: boolean;
}

export interface SourceFacts {
  imports: Import[];
  environmentReads: number[];
}

/** Throws when the text is not valid TypeScript. */
export function readImports(path: string, text: string): SourceFacts {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const imports: Import[] = [];
  const environmentReads: number[] = [];
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const add = (specifier: string | undefined, offset: number, typeOnly: boolean) =>
    imports.push({ specifier, line: lineOf(offset), typeOnly });

  new Visitor({
    ImportDeclaration(node) {
      add(node.source.value, node.start, node.importKind === 'type');
      if (/^(node:)?process$/.test(node.source.value) && node.specifiers.some(importsEnv)) {
        environmentReads.push(lineOf(node.start));
      }
    },
    ExportNamedDeclaration(node) {
      if (node.source) add(node.source.value, node.start, node.exportKind === 'type');
    },
    ExportAllDeclaration(node) {
      add(node.source.value, node.start, node.exportKind === 'type');
    },
    ImportExpression(node) {
      add(textOf(node.source), node.start, false);
    },
    TSImportType(node) {
      add(textOf(node.source), node.start, true);
    },
    MemberExpression(node) {
      if (!isProcess(node.object)) return;
      if (nameOf(node.property) === 'env') environmentReads.push(lineOf(node.start));
    },
    VariableDeclarator(node) {
      if (node.id.type !== 'ObjectPattern' || !node.init || !isProcess(node.init)) return;
      const takesEnv = node.id.properties.some((it) => it.type === 'RestElement' || nameOf(it.key) === 'env');
      if (takesEnv) environmentReads.push(lineOf(node.start));
    },
  }).visit(program);
  return { imports, environmentReads };
}

type Node = { type: string; [key: string]: unknown };

function importsEnv(specifier: { type: string; imported?: unknown }): boolean {
  return specifier.type === 'ImportSpecifier' && nameOf(specifier.imported) === 'env';
}

function isProcess(node: unknown): boolean {
  const it = node as Node;
  return nameOf(it) === 'process' || (it.type === 'MemberExpression' && nameOf(it.property) === 'process');
}

function nameOf(node: unknown): unknown {
  const it = node as Node;
  return it.type === 'Identifier' ? it.name : it.type === 'Literal' ? it.value : undefined;
}

function textOf(node: unknown): string | undefined {
  const it = node as Node;
  if (it.type === 'Literal') return String(it.value);
  const quasis = it.type === 'TemplateLiteral' ? (it.quasis as { value: { cooked: string } }[]) : [];
  return quasis.length === 1 ? quasis[0]?.value.cooked : undefined;
}
