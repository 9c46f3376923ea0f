import type { Server } from 'node:http';
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router';
import type { ViteDevServer } from 'vite';
import type { PublicClient } from './api/client.ts';
import type { ShopContext } from './api/server-context.ts';

export interface Renderer {
  render(request: Request, nonce: string): Promise<Response>;
  /** In development only: edited modules and hot reloading. */
  readonly vite: ViteDevServer | undefined;
  close(): Promise<void>;
}

export interface RendererOptions {
  readonly root: string;
  /** The pages' server build; in development the server whose port hot reloading shares. */
  readonly pages: string | Server;
  readonly api: PublicClient;
  readonly shop: ShopContext;
  readonly report: (error: unknown) => void;
}

/** The server build's exports beside the pages; see entry.server.tsx. */
interface EntryContexts {
  readonly apiContext: RouterContext<PublicClient>;
  readonly shopContext: RouterContext<ShopContext>;
  readonly nonceContext: RouterContext<string>;
  readonly reportContext: RouterContext<(error: unknown) => void>;
}

export async function createRenderer({ root, pages, api, shop, report }: RendererOptions): Promise<Renderer> {
  const vite = typeof pages === 'string' ? undefined : await startVite(root, pages);
  const load = async () =>
    (vite
      ? await vite.ssrLoadModule('virtual:react-router/server-build')
      : await import(/* @vite-ignore */ String(pages))) as ServerBuild;
  // Load before the first request.
  if (!vite) void load().catch(report);
  const handler = createRequestHandler(load, vite ? 'development' : 'production');
  return {
    vite,
    async render(request, nonce) {
      const { apiContext, shopContext, nonceContext, reportContext } = (await load()).entry
        .module as unknown as EntryContexts;
      const context = new RouterContextProvider();
      context.set(apiContext, api);
      context.set(shopContext, shop);
      context.set(nonceContext, nonce);
      context.set(reportContext, report);
      return handler(request, context);
    },
    close: async () => {
      await vite?.close();
    },
  };
}

async function startVite(root: string, server: Server): Promise<ViteDevServer> {
  const { createServer } = await import('vite');
  return createServer({ root, appType: 'custom', server: { middlewareMode: true, hmr: { server } } });
}
