import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';

import { nonceContext } from './api/server-context.ts';
import { NonceContext } from './ui/kernel/nonce.tsx';

export { apiContext, nonceContext, shopContext } from './api/server-context.ts';

/** Renders a page once all of it is there: the shop's pages are small, and a whole page can be hashed and cached. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let code = status;
    const nonce = context.get(nonceContext);
    const document = (
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>
    );
    const { pipe } = renderToPipeableStream(document, {
      nonce,
      onAllReady() {
        headers.set('content-type', 'text/html; charset=utf-8');
        const body = new PassThrough();
        pipe(body);
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }));
      },
      onShellError: reject,
      onError(error) {
        code = 500;
        reject(error);
      },
    });
  });
}
