import { expect, test } from 'vitest';
import { cutPage } from './page.ts';

test.each([
  [[], { rows: [], next: undefined }],
  [[9, 8], { rows: [9, 8], next: undefined }],
  [[9, 8, 7], { rows: [9, 8], next: '8' }],
])('of %j a page of two leads on only when there is one more', (read, page) => {
  expect(cutPage(read, 2, (row) => row)).toEqual(page);
});
