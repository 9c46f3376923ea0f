import type { Sql } from '../../platform/postgres/sql.ts';

/** Texts that a person may type and that pull pages apart, each as one endless piece without a space. */
const PIECES = {
  long: 'Wolfeschlegelsteinhausenbergerdorff',
  emoji: '👩‍👩‍👧‍👦🏴‍☠️🧑🏽‍🔧👍🏿',
  'right-to-left': 'مستودعالأدواتالكبيرבעלמלאכה',
  combining: 'Z̸̡̢̛̗̘̙͎̓̈́̋͐a̵̧̛̰͉̍̀l̷̨̙͓̊g̶̢̙̈́̕ó̷̡̤',
  'zero width': 'W\u200d\u2060\ufeff',
} as const;

export type Hostile = keyof typeof PIECES | 'mixed';
export const HOSTILE: readonly Hostile[] = [...(Object.keys(PIECES) as (keyof typeof PIECES)[]), 'mixed'];

/** One of these texts, of so many code points. The mixed one has a run of wide letters, which is the widest of all. */
export function hostileText(kind: Hostile, length: number): string {
  if (kind !== 'mixed') return cut(PIECES[kind].repeat(Math.ceil(length / [...PIECES[kind]].length)), length);
  const others = cut(`\u202e${PIECES['right-to-left']}${PIECES.emoji}${PIECES.combining}`, Math.floor(length / 4));
  return `${'W'.repeat(length - [...others].length)}${others}`;
}

const cut = (text: string, length: number): string => [...text].slice(0, length).join('');

/** An address as long as one may be, and another one for each number. */
const longEmail = (kind: string) =>
  `rpad(${kind}::text, 64, 'w') || '@' || repeat('d', 63) || '.' || repeat('e', 63) || '.' || repeat('g', 52) || '.example'`;

/**
 * Writes such a text into everything that people type and the shop shows, past the limits of today's forms: accounts of
 * earlier days have longer names. What screens find things by stays at the beginning of a name.
 */
export async function writeHostile(sql: Sql, kind: Hostile): Promise<void> {
  const text = (length: number) => hostileText(kind, length);
  await sql.unsafe(
    `with numbered as (select id, row_number() over (order by id) as no from person where not demo)
     update person set email = ${longEmail('no')} from numbered where person.id = numbered.id`,
  );
  await sql`update person set name = ${text(80)}`;
  await sql`
    insert into profile (person_id, education, location, phone, linkedin)
    select id, ${text(200)}, ${text(200)}, ${text(40)}, ${`https://linkedin.com/in/${text(200)}`} from person
    on conflict (person_id) do update set education = excluded.education, location = excluded.location,
      phone = excluded.phone, linkedin = excluded.linkedin`;
  await sql`
    update tool set name = left(split_part(name, ' ', 1) || ' ' || split_part(name, ' ', 2) || ' ' || ${text(150)}, 200),
                    description = ${text(2_000)}, category = ${text(80)}`;
  await sql`
    update orders set name = ${text(80)}, phone = ${text(40)}, address = ${text(500)},
                      email = (select email from person where id = orders.person_id),
                      tool_name = left(split_part(tool_name, ' ', 1) || ' ' || ${text(150)}, 200)`;
  await sql`update stock_move set reason = ${text(200)} where reason is not null`;
  await sql`update review set name = ${text(80)}, review = ${text(1_000)}`;
  await sql`
    update review set hidden_at = now(), hidden_by = person.id, hidden_reason = ${text(500)}
    from person where person.role = 'admin' and review.seq = (select min(seq) from review)`;
}
