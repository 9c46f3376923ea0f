import { type Coding, type Packing, packAtOnce, packWell, SHORTEST_PACKED } from './coding.ts';
import { tagOf } from './entity-tag.ts';

/** An answer in one coding. `headers` are names and values in turn, without those of a single request. */
export interface Form {
  readonly tag: string;
  readonly body: Buffer;
  /** The body as Latin-1: a short string is sent faster than a buffer. */
  readonly text?: string;
  readonly headers: readonly string[];
  /** The less well packed form that it replaced: a client that has that one has this one too. */
  readonly before?: Pick<Form, 'tag' | 'headers'>;
}

type Headers = readonly (readonly [name: string, value: string])[];

export interface CachedAnswer {
  /** Undefined until the coding was asked for. Reading a quickly packed form starts packing it well. */
  readonly ready: (coding: Coding) => Form | undefined;
  readonly form: (coding: Coding) => Form | Promise<Form>;
  readonly isMadeOf: (other: { readonly headers: Headers; readonly body: Buffer }) => boolean;
  readonly bytes: () => number;
}

/** Bytes of headers and forms, estimated. */
const BESIDE = 2_048;
/** Different for each response, or set here. */
const OF_ONE_ANSWER = new Set(['x-request-id', 'content-length', 'content-encoding', 'etag', 'vary', 'date']);
/** Limit of concurrent second packings; further ones wait for their next request. */
const AGAIN_AT_ONCE = 2;
let packedAgain = 0;
/** Sent in one write with its headers. */
const MAX_TEXT_BYTES = 12 * 1024;
const textOf = (bytes: Buffer) => ({ text: bytes.toString('latin1') });

const OF_A_BODY = new Set(['content-length', 'content-encoding', 'content-type']);

export const withoutBody = ({ headers }: Pick<Form, 'headers'>): string[] =>
  headers.filter((_, at) => !OF_A_BODY.has(headers[at - (at % 2)] ?? ''));

export function cachedAnswer(
  { headers, body }: { readonly headers: Headers; readonly body: Buffer },
  onGrowth: () => void,
): CachedAnswer {
  const tag = tagOf(body).slice(0, -1);
  const lasting = lastingOf(headers);
  const written = String(lasting);
  if (!headers.some(([name]) => name === 'cache-control')) lasting.push(['cache-control', 'no-cache']);
  const packed = body.byteLength >= SHORTEST_PACKED;
  // Rendering a page takes longer than packing it, and on a slow line every byte counts.
  const page = headers.some(([name, value]) => name === 'content-type' && value.startsWith('text/html'));
  if (packed) lasting.push(['vary', 'accept-encoding']);
  const forms = new Map<Coding, Form>();
  const packing = new Map<Coding, Promise<Form>>();
  const quick = new Set<Packing>();

  const make = (bytes: Buffer, coding: Coding, mark: string): Form => {
    const etag = `${tag}${mark}"`;
    const all: (readonly [string, string])[] = [...lasting, ['etag', etag]];
    all.push(['content-length', String(bytes.byteLength)]);
    if (coding !== 'identity') all.push(['content-encoding', coding]);
    return { tag: etag, body: bytes, headers: all.flat() };
  };
  const identity = (): Form => {
    const form = forms.get('identity') ?? make(body, 'identity', '');
    forms.set('identity', form);
    return form;
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
      // The quickly packed form stays.
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
      const known = forms.get(coding) ?? packing.get(coding);
      if (known) return known;
      const bytes = page ? undefined : packAtOnce(body, coding);
      if (bytes) {
        quick.add(coding);
        return keep(coding, make(bytes, coding, `-${coding}-1`));
      }
      const work = packIt(coding);
      packing.set(coding, work);
      return work;
    },
    isMadeOf: (other) => other.body.equals(body) && String(lastingOf(other.headers)) === written,
    bytes: () => {
      // The body is always in memory, whether or not there is an identity form.
      const taken = ({ body: bytes, text = '' }: Form) => (bytes === body ? 0 : bytes.byteLength) + text.length;
      return [...forms.values()].reduce((sum, form) => sum + taken(form), body.byteLength + BESIDE);
    },
  };
}

const lastingOf = (headers: Headers) => headers.filter(([name]) => !OF_ONE_ANSWER.has(name));
