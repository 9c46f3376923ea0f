import type { Plugin } from 'vite';
import { serverPackages } from './import-rules.ts';

/** Fails the build when a module of the server would be part of the browser's bundle. */
export function browserGraph(): Plugin {
  return {
    name: 'toolyard:browser-graph',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildEnd(error) {
      if (error) return;
      for (const id of this.getModuleIds()) {
        const stranger = serverOnly(id);
        if (!stranger) continue;
        const chain = wayTo(id, (it) => this.getModuleInfo(it)?.importers ?? []);
        this.error(`${stranger} would reach the browser: ${chain.map(short).join(' → ')}`);
      }
    },
  };
}

const FLOORS =
  /\/(sandbox|platform|src\/(tables|services|http|outside|config\.ts|server\.ts|web\/render\.ts))(\/|\?|$)/;

function serverOnly(id: string): string | undefined {
  const path = id.replaceAll('\\', '/');
  const inside = path.split('/node_modules/').at(-1);
  const external = /__vite-browser-external(?::(?:node:)?(.+))?/.exec(path);
  if (external) return `node:${external[1] ?? '…'}`;
  if (path.startsWith('node:')) return path;
  if (!path.includes('/node_modules/')) return FLOORS.exec(path)?.[0].replace(/[/?]$/, '').slice(1);
  return serverPackages().find((name) => inside === name || inside?.startsWith(name.endsWith('/') ? name : `${name}/`));
}

function wayTo(id: string, importers: (id: string) => readonly string[]): string[] {
  const way = [id];
  for (let above = importers(id)[0]; above && !way.includes(above); above = importers(above)[0]) way.unshift(above);
  return way;
}

function short(id: string): string {
  return id.replaceAll('\\', '/').replace(/^.*\/(?=(src|sandbox|node_modules)\/)/, '');
}
