import { expect, test } from 'vitest';
import { createAnswerReader } from './answer-reader.ts';

const WITH_LENGTH = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';
const IN_CHUNKS =
  'HTTP/1.1 503 Busy\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n';
const EMPTY = 'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n';

test('an answer is whole at its last byte, wherever the network cuts it', () => {
  for (const [answer, status, body, last] of [
    [WITH_LENGTH, 200, 'hello', false],
    [IN_CHUNKS, 503, 'hello', true],
    [EMPTY, 304, '', false],
  ] as const) {
    for (let size = 1; size <= answer.length; size += 1) {
      const reader = createAnswerReader();
      // Twice: what the first leaves behind must not disturb the second.
      for (let time = 0; time < 2; time += 1) {
        const parts = answer.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        const heard = parts.map((part) => reader.take(Buffer.from(part)));
        expect(heard.slice(0, -1).every((it) => it === undefined)).toBe(true);
        const whole = heard.at(-1);
        expect([whole?.status, whole?.text(), whole?.last]).toEqual([status, body, last]);
      }
    }
  }
});
