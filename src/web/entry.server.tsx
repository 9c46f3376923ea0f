import { PassThrough } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';

import { nonceContext, reportContext } from './api/server-context.ts';
import { NonceContext } from './ui/kernel/nonce.tsx';

export { apiContext, nonceContext, reportContext, shopContext } from './api/server-context.ts';

/** Renders the whole page before it answers: pages are small, and a whole page can be hashed and cached. */
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
        // Nothing is painted before the style sheet, whose link would follow a dozen scripts.
        for (const sheet of routerContext.manifest.routes.root?.css ?? [])
          headers.append('link', `<${sheet}>; rel=preload; as=style`);
        resolve(textOf(pipe).then((page) => new Response(page, { headers, status: code })));
      },
      onShellError: reject,
      onError(error) {
        code = 500;
        reject(error);
      },
    });
  });
}

async function textOf(pipe: (to: PassThrough) => void): Promise<string> {
  const body = new PassThrough({ encoding: 'utf8' });
  pipe(body);
  let text = '';
  for await (const part of body) text += part;
  return text;
}

/** Replaces the framework's handler, which prints errors with all their details. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // The router's refusal of an address that no page takes, not even that of what is not found: one with a line break.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) (context as RouterContextProvider).get(reportContext)(error);
};
