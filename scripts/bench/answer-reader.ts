/** `last`: the server closes the connection after this answer. */
export interface Answer {
  readonly status: number;
  readonly last: boolean;
  readonly headers: string;
  readonly text: () => string;
  readonly body: () => Buffer;
}

export function createAnswerReader() {
  let head: string | undefined;
  let rest: Buffer = EMPTY;
  let parts: Buffer[] = [];
  /** Bytes still to come of the body, or of the chunk and its line end. */
  let missing = 0;
  let chunked = false;

  const finish = (): Answer => {
    const [headers, all] = [head ?? '', parts];
    head = undefined;
    parts = [];
    const body = () => Buffer.concat(all);
    return {
      status: Number(headers.slice(9, 12)),
      last: /^connection: *close/im.test(headers),
      headers,
      body,
      text: () => body().toString(),
    };
  };

  const take = (chunk: Buffer): Answer | undefined => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    if (head === undefined) {
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0) return undefined;
      const text = rest.toString('latin1', 0, end);
      head = text;
      rest = rest.subarray(end + 4);
      chunked = /^transfer-encoding: *chunked/im.test(text);
      missing = chunked ? 0 : Number(/^content-length: *(\d+)/im.exec(text)?.[1] ?? 0);
    }
    return chunked ? takeChunks() : takeBytes() ? finish() : undefined;
  };

  const takeBytes = (): boolean => {
    if (missing > 0 && rest.length > 0) {
      const part = rest.subarray(0, missing);
      parts.push(part);
      missing -= part.length;
      rest = rest.subarray(part.length);
    }
    return missing === 0;
  };

  const takeChunks = (): Answer | undefined => {
    for (;;) {
      if (!takeBytes()) return undefined;
      if (rest[0] === CR) {
        if (rest.length < 2) return undefined;
        rest = rest.subarray(2);
      }
      const end = rest.indexOf('\r\n');
      if (end < 0) return undefined;
      missing = Number.parseInt(rest.toString('latin1', 0, end), 16);
      if (missing === 0) {
        if (rest.length < end + 4) return undefined;
        rest = rest.subarray(end + 4);
        return finish();
      }
      rest = rest.subarray(end + 2);
    }
  };

  return { take };
}

const EMPTY = Buffer.alloc(0);
const CR = 13;
