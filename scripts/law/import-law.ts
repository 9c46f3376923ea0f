import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { findCycles } from './cycles.ts';
import {
  allowsFeature,
  allowsPackage,
  FEATURE_FLOORS,
  FEATURES,
  type Feature,
  type Floor,
  type FloorLaw,
  LAW,
} from './law.ts';
import { type Import, readImports } from './read-imports.ts';

/** One broken rule, as `file:line  sentence`. */
export type Breach = string;

/** Judges every source file under `src/` and `content/` of the project at `root`. Tests may import anything. */
export function breachesOfImportLaw(root: string): Breach[] {
  const paths = globSync('{src,content}/**/*.{ts,tsx,mts,js,jsx,mjs}', { cwd: root }).map(toPosix).sort();
  const breaches: Breach[] = [];
  const graph = new Map<string, string[]>();
  for (const path of paths.filter((it) => !isTest(it))) {
    const place = placeOf(path);
    if (!place) {
      breaches.push(`${path}  stands on no floor; the floors of src/ are ${Object.keys(LAW).join(', ')}`);
      continue;
    }
    if (place.room && !place.feature && FEATURE_FLOORS.includes(place.floor)) {
      breaches.push(`${path}  invents the feature "${place.room}"; rooms are ${Object.keys(FEATURES).join(', ')}`);
    }
    const { imports, environmentReads } = readImports(path, readFileSync(join(root, path), 'utf8'));
    if (place.floor !== 'config') {
      for (const line of environmentReads) breaches.push(`${path}:${line}  reads process.env; only src/config.ts may`);
    }
    for (const it of imports) {
      const why = judge(path, place, it);
      if (why) breaches.push(`${path}:${it.line}  ${why}`);
    }
    graph.set(
      path,
      imports.map((it) => resolve(path, it.specifier)).filter((it) => it !== undefined),
    );
  }
  for (const cycle of findCycles(graph))
    breaches.push(`${cycle[0]}  imports itself: ${[...cycle, cycle[0]].join(' → ')}`);
  return breaches;
}

interface Place {
  floor: Floor;
  room?: string;
  feature?: Feature;
}

function judge(path: string, from: Place, it: Import): string | undefined {
  if (it.specifier === undefined) {
    const { computed }: FloorLaw = LAW[from.floor];
    return computed ? undefined : 'imports a computed path, which nobody can check; name it in quotes';
  }
  const target = resolve(path, it.specifier);
  if (target === undefined) return judgePackage(from, it.specifier, it.typeOnly);
  // Types that the router generates for a page; they stand outside src/ and are checked by the compiler.
  if (target.includes('/+types/')) return;
  if (/^(tests|scripts)\//.test(target) || isTest(target))
    return `imports ${target}; the shop never imports tests or scripts`;
  if (from.floor.startsWith('web') && /^src\/web\/.*\.(css|svg|png|jpe?g|webp|avif|woff2)$/.test(target)) return;
  const to = placeOf(target);
  if (!to) return `imports ${target}, which stands on no floor`;
  return judgeFloor(from, to, it) ?? judgeFeature(from, to) ?? judgeSpelling(from, to, it.specifier);
}

function judgePackage(from: Place, specifier: string, typeOnly: boolean): string | undefined {
  const name = isBuiltin(specifier) ? `node:${specifier.replace(/^node:/, '')}` : packageOf(specifier);
  if (allowsPackage(from.floor, from.room, name, typeOnly)) return;
  return `imports the package ${name}; ${from.floor} may use ${list([...LAW[from.floor].packages])}`;
}

function judgeFloor(from: Place, to: Place, { typeOnly, specifier }: Import): string | undefined {
  if (from.floor === to.floor || from.floor === 'server') return;
  const law: FloorLaw = LAW[from.floor];
  if (from.floor === 'sandbox' && to.floor === 'model' && to.feature !== 'kernel') {
    return `imports ${specifier}; sandbox may use only the kernel of model`;
  }
  if (law.floors.includes(to.floor)) return;
  if (to.floor === 'sandbox') return `imports ${specifier}; nobody but server imports sandbox`;
  if (law.typesOf?.includes(to.floor)) {
    return typeOnly ? undefined : `imports ${specifier}; ${from.floor} may use ${to.floor} only by "import type"`;
  }
  return `imports ${specifier}; ${from.floor} may import ${list([...law.floors])}, not ${to.floor}`;
}

function judgeFeature(from: Place, to: Place): string | undefined {
  if (from.floor !== to.floor || !from.feature || !to.feature || allowsFeature(from.feature, to.feature)) return;
  return `${from.feature} imports ${to.feature}; the order is kernel ← content, mail ← identity ← images ← people ← orders ← payments and images ← catalogue ← orders ← reviews`;
}

function judgeSpelling(from: Place, to: Place, specifier: string): string | undefined {
  if (specifier.startsWith('#') || from.floor === to.floor || to.floor === 'content') return;
  // The files at the top of src/ and of src/web/ have everything below them at hand.
  if (['server', 'web', 'web/render'].includes(from.floor)) return;
  return `imports ${specifier}; another floor is spelled #${to.floor}/…`;
}

/** The project's own file that a specifier means; undefined for a package. */
function resolve(path: string, specifier: string | undefined): string | undefined {
  const bare = specifier?.replace(/\?.*$/, '');
  if (bare?.startsWith('#')) return posix.normalize(`src/${bare.slice(1)}`);
  if (bare?.startsWith('.')) return posix.normalize(posix.join(posix.dirname(path), bare));
  return undefined;
}

/** Floor, room and feature of a file: src/services/orders/x.ts and src/contract/orders.ts both belong to orders. */
function placeOf(path: string): Place | undefined {
  const parts = path.replace(/^src\//, '').split('/');
  const [top = '', second = ''] = parts;
  const inWeb = `web/${second.replace(/\..*$/, '')}`;
  const name =
    parts.length === 1 ? top.replace(/\..*$/, '') : top === 'web' && isFloorOfWeb(inWeb, parts) ? inWeb : top;
  if (!Object.hasOwn(LAW, name) || (name === 'config' && parts.length > 1)) return;
  const floor = name as Floor;
  const inside = parts.slice(floor.split('/').length);
  const room = inside.length > 1 ? inside[0] : undefined;
  const feature = room ?? inside[0]?.replace(/\..*$/, '');
  return {
    floor,
    ...(room && { room }),
    ...(feature &&
      FEATURE_FLOORS.includes(floor) &&
      Object.hasOwn(FEATURES, feature) && { feature: feature as Feature }),
  };
}

/** Every folder of web/ must be a floor; of the files at its top only those that the law names are. */
function isFloorOfWeb(name: string, parts: readonly string[]): boolean {
  return parts.length > 2 || Object.hasOwn(LAW, name);
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

function list(names: readonly string[]): string {
  return names.length > 0 ? names.join(', ') : 'nothing';
}

function toPosix(path: string): string {
  return path.replaceAll('\\', '/');
}
