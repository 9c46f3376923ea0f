interface Syntax {
  readonly type: string;
  readonly name?: string;
  readonly callee?: Syntax;
  readonly tag?: Syntax;
  readonly object?: Syntax;
  readonly property?: Syntax;
  readonly expressions?: readonly Syntax[];
  readonly expression?: Syntax;
  readonly body?: readonly Syntax[];
}

interface Place {
  readonly node: Syntax;
  readonly parent?: Syntax;
}

/** Stryker skips texts for log and API document, and SQL, which it would only empty. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: { shouldIgnore } }];

function shouldIgnore({ node, parent }: Place): string | undefined {
  if (node.callee?.property?.name === 'meta') return 'describes the API to people';
  if (isLogged(node) || (node.type === 'BlockStatement' && node.body?.length === 1 && node.body.every(isLogged)))
    return 'writes to the log';
  if (node.type === 'NewExpression' && node.callee?.name?.endsWith('Error')) return 'says what the program did wrong';
  if (node.type === 'TemplateLiteral' && parent?.tag?.name === 'sql' && node.expressions?.every(isPlain))
    return 'is SQL: its conditions have tests of their own';
  return undefined;
}

const isPlain = ({ type }: Syntax): boolean =>
  /^(Identifier|MemberExpression|TemplateLiteral|NumericLiteral)$/.test(type);

function isLogged({ callee, expression }: Syntax): boolean {
  const from = (callee ?? expression?.callee)?.object;
  return from?.name === 'log' || from?.property?.name === 'log';
}
