import type { Letter, Letterhead } from './letter.ts';

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
