import { use } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouter,
  UNSAFE_DataRouterStateContext as DataRouterState,
  UNSAFE_FrameworkContext as Framework,
  type UNSAFE_AssetsManifest as Manifest,
  Scripts,
} from 'react-router';
import { lateScript } from './late-start.ts';
import { NonceContext } from './ui/kernel/nonce.tsx';

const HANDOFF_STREAM =
  'window.__reactRouterContext.stream=new ReadableStream({start(controller){window.__reactRouterContext.streamController=controller}}).pipeThrough(new TextEncoderStream());';

/** Replaces the framework's `Scripts`, which can neither wait for the first paint nor set priorities. */
function ScriptsOnServer() {
  const framework = use(Framework);
  const nonce = use(NonceContext);
  const staticContext = use(DataRouter)?.staticContext;
  const matches = use(DataRouterState)?.matches;
  if (!framework || !staticContext || !matches) throw new Error('The scripts of a page stand within its router');
  const { manifest, routeModules, serverHandoffString, renderMeta } = framework;
  // Without it the framework does not write the loaders' data into the page.
  if (renderMeta) renderMeta.didRenderScripts = true;
  const ids = matches.map(({ route }) => route.id);
  // Otherwise the page's main data is only fetched by its scripts.
  const showsItself = !ids.some((id) => routeModules[id]?.clientLoader?.hydrate === true);
  const files = filesOf(manifest, ids);
  const start = startScript(manifest, ids, showsItself);
  return (
    <>
      {!showsItself && files.map((href) => <link key={href} rel="modulepreload" href={href} fetchPriority="low" />)}
      <script nonce={nonce}>{`window.__reactRouterContext=${serverHandoffString};${HANDOFF_STREAM}`}</script>
      <script nonce={nonce} type="module" async>
        {showsItself ? lateScript(JSON.stringify(files), start) : start}
      </script>
    </>
  );
}

/**
 * In the browser it renders nothing: React skips body elements it does not know. In development it is the framework's
 * own component: scripts come one by one there, and none may be late.
 */
export const StartScripts = import.meta.env.DEV ? Scripts : import.meta.env.SSR ? ScriptsOnServer : () => null;

type EntryRoute = Manifest['routes'][string];

function filesOf({ url, entry, routes }: Manifest, ids: readonly string[]): string[] {
  const ofRoutes = ids.flatMap((id) => [...modulesOf(routes[id]), ...(routes[id]?.imports ?? [])]);
  return [...new Set([url, entry.module, ...entry.imports, ...ofRoutes])];
}

const modulesOf = (route: EntryRoute | undefined): string[] =>
  [
    route?.clientActionModule,
    route?.clientLoaderModule,
    route?.clientMiddlewareModule,
    route?.hydrateFallbackModule,
    route?.module,
  ].filter((file) => file !== undefined);

/** Loads what the router finds on window, then the router. @param waits statements that run before */
export function startScript({ url, entry, routes }: Manifest, ids: readonly string[], waits: boolean): string {
  const load = (file: string, name: string) =>
    waits
      ? `const ${name}=await import(${JSON.stringify(file)});`
      : `import * as ${name} from ${JSON.stringify(file)};`;
  const parts = ids.map((id, place) => modulesOf(routes[id]).map((file, part) => [file, `r${place}_${part}`] as const));
  const modules = ids.map(
    (id, place) => `${JSON.stringify(id)}:{${(parts[place] ?? []).map(([, name]) => `...${name}`).join()}}`,
  );
  return [
    load(url, 'manifest'),
    ...parts.flat().map(([file, name]) => load(file, name)),
    `window.__reactRouterRouteModules={${modules.join()}};`,
    `${waits ? 'await ' : ''}import(${JSON.stringify(entry.module)});`,
  ].join('');
}
