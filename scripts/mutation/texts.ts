interface Syntax {
  readonly type: string;
  readonly name?: string;
  readonly callee?: Syntax;
  readonly tag?: Syntax;
  readonly object?: Syntax;
  readonly property?: Syntax;
  readonly expressions?: readonly Syntax[];
  readonly expression?: Syntax;
  readonly argument?: Syntax;
  readonly body?: readonly Syntax[];
}

interface Place {
  readonly node: Syntax;
  readonly parent?: Syntax;
}

/** Stryker skips texts for log and API document, names of statements, surprises, and SQL, which it would only empty. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: { shouldIgnore } }];

function shouldIgnore({ node, parent }: Place): string | undefined {
  if (node.callee?.property?.name === 'meta') return 'describes the API to people';
  if (isLogged(node) || (node.type === 'BlockStatement' && node.body?.length === 1 && node.body.every(isLogged)))
    return 'writes to the log';
  if (isSurprise(node) || (node.type === 'ThrowStatement' && node.argument && isSurprise(node.argument)))
    return 'says what the program did wrong';
  if (/^(String|Template)Literal$/.test(node.type) && parent?.callee && namesStatement(parent.callee))
    return 'names a statement: without a name it does the same';
  if (node.type === 'TemplateLiteral' && parent?.tag?.name === 'sql' && node.expressions?.every(isPlain))
    return 'is SQL: its conditions have tests of their own';
  return undefined;
}

const isPlain = ({ type }: Syntax): boolean =>
  /^(Identifier|MemberExpression|TemplateLiteral|NumericLiteral)$/.test(type);

const isSurprise = ({ type, callee }: Syntax): boolean =>
  type === 'NewExpression' && callee?.name?.endsWith('Error') === true;

const namesStatement = ({ name, property }: Syntax): boolean =>
  property?.name === 'prepare' || /^(lockTools|named|keepStatement)$/.test(name ?? '');

function isLogged({ callee, expression }: Syntax): boolean {
  const from = (callee ?? expression?.callee)?.object;
  return from?.name === 'log' || from?.property?.name === 'log';
}
