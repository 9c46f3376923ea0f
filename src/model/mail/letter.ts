/**
 * What a mail says, without its looks: `letter-html.ts` and `letter-text.ts` show the same letter. All of it is plain
 * text, and none of it free text of a customer: whoever signs up with somebody else's address would write to them.
 */
export interface Letter {
  readonly subject: string;
  /** What mail programs show beside the subject in a list. */
  readonly preview: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Names and values: what was ordered, what was paid. */
  readonly facts?: readonly Fact[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Below the button, in smaller letters. */
  readonly notes?: readonly string[];
}

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** What the others add up to. */
  readonly total?: true;
}

/** Whose letter it is. */
export interface Letterhead {
  readonly name: string;
  /** The address under which people reach the shop, without a slash at its end. */
  readonly origin: string;
  readonly contactEmail: string;
}
