import type { Shown } from '#model/kernel/news.ts';
import { type Coding, pack, SHORTEST_PACKED } from './coding.ts';
import { tagOf } from './entity-tag.ts';

/** The bytes of an answer in one coding, with all headers but those of a single request: names and values in turn. */
export interface Form {
  readonly tag: string;
  readonly body: Buffer;
  readonly headers: readonly string[];
  /** Those of the answer that says that the client has it already. */
  readonly unchanged: readonly string[];
}

/** An answer that everybody gets, finished to the last byte. */
export interface KeptAnswer {
  readonly shown: Shown;
  /** The bytes in this coding, or undefined as long as nobody has asked for them. */
  readonly ready: (coding: Coding) => Form | undefined;
  /** The same, packed now if need be: once, however many ask. */
  readonly form: (coding: Coding) => Promise<Form>;
  /** What it takes in memory, in bytes. */
  readonly bytes: () => number;
}

/** Rows, headers and the list of tools beside the bytes themselves. */
const BESIDE = 2_048;
const OF_ONE_TOOL = 64;
/** Written anew for each answer, or no part of what is kept. */
const OF_ONE_ANSWER = new Set(['x-request-id', 'content-length', 'content-encoding', 'etag', 'vary', 'date']);
const OF_A_BODY = new Set(['content-length', 'content-encoding', 'content-type']);

/** @param onGrowth told when another coding has been packed */
export function keptAnswer(body: Buffer, headers: Headers, shown: Shown, onGrowth: () => void): KeptAnswer {
  const tag = tagOf(body).slice(0, -1);
  const lasting = [...headers].filter(([name]) => !OF_ONE_ANSWER.has(name));
  if (!headers.has('cache-control')) lasting.push(['cache-control', 'no-cache']);
  const packed = body.byteLength >= SHORTEST_PACKED;
  if (packed) lasting.push(['vary', 'accept-encoding']);
  const forms = new Map<Coding, Form>();
  const packing = new Map<Coding, Promise<Form>>();

  const make = (bytes: Buffer, coding: Coding): Form => {
    const its = coding === 'identity' ? `${tag}"` : `${tag}-${coding}"`;
    const all: [string, string][] = [...lasting, ['etag', its], ['content-length', String(bytes.byteLength)]];
    if (coding !== 'identity') all.push(['content-encoding', coding]);
    return {
      tag: its,
      body: bytes,
      headers: all.flat(),
      unchanged: all.filter(([name]) => !OF_A_BODY.has(name)).flat(),
    };
  };
  const identity = make(body, 'identity');
  forms.set('identity', identity);

  const ready: KeptAnswer['ready'] = (coding) => forms.get(packed ? coding : 'identity');
  return {
    shown,
    ready,
    form: async (coding) => {
      const there = ready(coding);
      if (there || coding === 'identity') return there ?? identity;
      let work = packing.get(coding);
      if (!work) {
        work = pack(body, coding).then((bytes) => {
          const form = make(bytes, coding);
          forms.set(coding, form);
          onGrowth();
          return form;
        });
        packing.set(coding, work);
      }
      return work;
    },
    bytes: () => {
      const tools = shown.stockOf === 'all' ? 0 : shown.stockOf.size;
      return [...forms.values()].reduce((sum, form) => sum + form.body.byteLength, BESIDE + OF_ONE_TOOL * tools);
    },
  };
}
