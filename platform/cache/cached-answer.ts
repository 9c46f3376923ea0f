import { type Coding, type Packing, packAtOnce, packWell, SHORTEST_PACKED } from './coding.ts';
import { tagOf } from './entity-tag.ts';

/** The bytes of an answer in one coding, with all headers but those of a single request: names and values in turn. */
export interface Form {
  readonly tag: string;
  readonly body: Buffer;
  /** The same bytes as letters, one for each: of a short answer that comes often they are sent faster. */
  readonly text?: string;
  readonly headers: readonly string[];
  /** What stood in its place, packed less well: whoever has that one has this one, too. */
  readonly before?: Pick<Form, 'tag' | 'headers'>;
}

type Headers = readonly (readonly [name: string, value: string])[];

/** An answer that everybody gets, finished to the last byte. */
export interface CachedAnswer {
  /** The bytes in this coding, or undefined as long as nobody has asked for them. Looking at them has them packed well. */
  readonly ready: (coding: Coding) => Form | undefined;
  /** The same, packed now if need be: once, however many ask. */
  readonly form: (coding: Coding) => Form | Promise<Form>;
  /** Whether an answer of these bytes and headers would be the same. */
  readonly isMadeOf: (made: { readonly headers: Headers; readonly body: Buffer }) => boolean;
  /** What it takes in memory, in bytes. */
  readonly bytes: () => number;
}

/** Headers and forms beside the bytes themselves. */
const BESIDE = 2_048;
/** Written anew for each answer, or no part of what is cached. */
const OF_ONE_ANSWER = new Set(['x-request-id', 'content-length', 'content-encoding', 'etag', 'vary', 'date']);
/** So many are packed again at the same time. Another one has its turn when it is asked for again. */
const AGAIN_AT_ONCE = 2;
let packedAgain = 0;
/** With its headers it is sent in one piece, without anything made for it. */
const MAX_TEXT_BYTES = 12 * 1024;
const textOf = (bytes: Buffer) => ({ text: bytes.toString('latin1') });

const OF_A_BODY = new Set(['content-length', 'content-encoding', 'content-type']);

/** The headers of the answer that says that the client has it already. */
export const withoutBody = ({ headers }: Pick<Form, 'headers'>): string[] =>
  headers.filter((_, at) => !OF_A_BODY.has(headers[at - (at % 2)] ?? ''));

/** @param onGrowth called when another coding has been packed */
export function cachedAnswer(
  { headers, body }: { readonly headers: Headers; readonly body: Buffer },
  onGrowth: () => void,
): CachedAnswer {
  const tag = tagOf(body).slice(0, -1);
  const lasting = lastingOf(headers);
  const written = String(lasting);
  if (!headers.some(([name]) => name === 'cache-control')) lasting.push(['cache-control', 'no-cache']);
  const packed = body.byteLength >= SHORTEST_PACKED;
  // Making a page takes longer than packing it, and whoever opens the shop on a slow line waits for every byte of it.
  const page = headers.some(([name, value]) => name === 'content-type' && value.startsWith('text/html'));
  if (packed) lasting.push(['vary', 'accept-encoding']);
  const forms = new Map<Coding, Form>();
  const packing = new Map<Coding, Promise<Form>>();
  const quick = new Set<Packing>();

  const make = (bytes: Buffer, coding: Coding, mark: string): Form => {
    const its = `${tag}${mark}"`;
    const all: (readonly [string, string])[] = [...lasting, ['etag', its]];
    all.push(['content-length', String(bytes.byteLength)]);
    if (coding !== 'identity') all.push(['content-encoding', coding]);
    return { tag: its, body: bytes, headers: all.flat() };
  };
  const identity = (): Form => {
    const there = forms.get('identity') ?? make(body, 'identity', '');
    forms.set('identity', there);
    return there;
  };

  const keep = (coding: Packing, form: Form): Form => {
    forms.set(coding, form);
    onGrowth();
    return form;
  };
  const packIt = async (coding: Packing): Promise<Form> => {
    const bytes = await packWell(body, coding);
    const form = { ...make(bytes, coding, `-${coding}`), ...(bytes.byteLength <= MAX_TEXT_BYTES && textOf(bytes)) };
    const old = forms.get(coding);
    return keep(coding, old ? { ...form, before: { tag: old.tag, headers: old.headers } } : form);
  };
  const packAgain = async (coding: Packing): Promise<void> => {
    packedAgain += 1;
    quick.delete(coding);
    try {
      await packIt(coding);
    } catch {
      // What was packed at once is as good as before.
    }
    packedAgain -= 1;
  };

  return {
    ready: (coding) => {
      if (!packed || coding === 'identity') return identity();
      if (quick.has(coding) && packedAgain < AGAIN_AT_ONCE) void packAgain(coding);
      return forms.get(coding);
    },
    form: (coding) => {
      if (!packed || coding === 'identity') return identity();
      const there = forms.get(coding) ?? packing.get(coding);
      if (there) return there;
      const bytes = page ? undefined : packAtOnce(body, coding);
      if (bytes) {
        quick.add(coding);
        return keep(coding, make(bytes, coding, `-${coding}-1`));
      }
      const work = packIt(coding);
      packing.set(coding, work);
      return work;
    },
    isMadeOf: (made) => made.body.equals(body) && String(lastingOf(made.headers)) === written,
    bytes: () => {
      // The identity form's bytes are there whether or not anybody has asked for it.
      const taken = ({ body: bytes, text = '' }: Form) => (bytes === body ? 0 : bytes.byteLength) + text.length;
      return [...forms.values()].reduce((sum, form) => sum + taken(form), body.byteLength + BESIDE);
    },
  };
}

const lastingOf = (headers: Headers) => headers.filter(([name]) => !OF_ONE_ANSWER.has(name));
