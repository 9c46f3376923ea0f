/** Plain text, none of it written by customers: a sign-up with a stranger's address could send them anything. */
export interface Letter {
  readonly subject: string;
  readonly preview: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly facts?: readonly Fact[];
  readonly action?: { readonly label: string; readonly url: string };
  readonly notes?: readonly string[];
}

export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly total?: true;
}

export interface Letterhead {
  readonly name: string;
  /** Without a trailing slash. */
  readonly origin: string;
  readonly contactEmail: string;
}

export function letterText(letter: Letter, { name, origin, contactEmail }: Letterhead): string {
  const { title, paragraphs, facts = [], action, notes = [] } = letter;
  return [
    title,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map((fact) => `${fact.name}: ${fact.value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    `-- \n${name}, ${origin}\nQuestions: ${contactEmail}`,
  ]
    .join('\n\n')
    .concat('\n');
}
