import type { Progress } from './client.ts';

/** `fetch` for a file: the only way in which a browser says how much of a body has left. */
export function sendWithProgress(url: string, init: RequestInit, onProgress: Progress): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'POST', url);
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const headers = new Headers();
      for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
        const colon = line.indexOf(':');
        if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
      }
      resolve(new Response(request.responseText, { status: request.status, headers }));
    };
    request.onerror = () => reject(new TypeError('The answer did not come'));
    request.onabort = () => reject(new DOMException('Given up', 'AbortError'));
    if (init.signal?.aborted) return request.onabort(new ProgressEvent('abort'));
    init.signal?.addEventListener('abort', () => request.abort());
    request.send(init.body as FormData);
  });
}
