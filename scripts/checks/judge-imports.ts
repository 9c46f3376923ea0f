import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { findCycles } from './cycles.ts';
import {
  allowsPackage,
  FEATURE_FLOORS,
  FEATURES,
  type Feature,
  FLOORS,
  type Floor,
  type FloorRule,
  LISTS,
  mayImport,
} from './import-rules.ts';
import { type Import, readImports } from './read-imports.ts';

/** One broken rule, as `file:line  sentence`. */
export type Breach = string;

/**
 * Judges every source file under `src/`, `platform/`, `sandbox/` and `content/` of the project at `root`. Tests may import anything.
 * @param lists the files that may import every feature
 */
export function breachesOfImportRules(root: string, lists: readonly string[] = Object.keys(LISTS)): Breach[] {
  const found = globSync('{src,platform,sandbox,content}/**/*.{ts,tsx,mts,js,jsx,mjs}', { cwd: root });
  const paths = found.map((path) => path.replaceAll('\\', '/')).sort();
  const breaches: Breach[] = [];
  const graph = new Map<string, string[]>();
  for (const path of paths.filter((it) => !isTest(it))) {
    const place = placeOf(path);
    if (!place) {
      breaches.push(`${path}  stands on no floor; the floors of src/ are ${Object.keys(FLOORS).join(', ')}`);
      continue;
    }
    if (FEATURE_FLOORS.includes(place.floor) && !place.feature) {
      breaches.push(`${path}  invents the feature "${place.folder}"; features are ${Object.keys(FEATURES).join(', ')}`);
    }
    const { imports, environmentReads } = readImports(path, readFileSync(join(root, path), 'utf8'));
    if (place.floor !== 'config') {
      for (const line of environmentReads) breaches.push(`${path}:${line}  reads process.env; only src/config.ts may`);
    }
    for (const it of imports) {
      const why = judge(path, place, it, lists);
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
  readonly floor: Floor;
  /** The folder of the floor in which a file stands. */
  readonly folder: string | undefined;
  readonly feature: Feature | undefined;
}

function judge(path: string, from: Place, it: Import, lists: readonly string[]): string | undefined {
  if (it.specifier === undefined) {
    const { computed }: FloorRule = FLOORS[from.floor];
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
  const free = lists.includes(path) || lists.includes(target);
  return (
    judgeFloor(from, to, it) ?? (free ? undefined : judgeFeature(from, to)) ?? judgeSpelling(from, to, it.specifier)
  );
}

function judgePackage(from: Place, specifier: string, typeOnly: boolean): string | undefined {
  const [scope = '', name = ''] = specifier.split('/');
  const owner = scope.startsWith('@') ? `${scope}/${name}` : scope;
  const known = isBuiltin(specifier) ? `node:${specifier.replace(/^node:/, '')}` : owner;
  if (allowsPackage(from.floor, from.folder, known, typeOnly)) return;
  return `imports the package ${known}; ${from.floor} may use ${list(FLOORS[from.floor].packages)}`;
}

function judgeFloor(from: Place, to: Place, { typeOnly, specifier }: Import): string | undefined {
  if (from.floor === to.floor || from.floor === 'server') return;
  const rule: FloorRule = FLOORS[from.floor];
  if (from.floor === 'sandbox' && to.floor === 'model' && to.feature !== 'kernel') {
    return `imports ${specifier}; sandbox may use only the kernel of model`;
  }
  if (rule.floors.includes(to.floor)) return;
  if (to.floor === 'sandbox') return `imports ${specifier}; nobody but server imports sandbox`;
  if (rule.typesOf?.includes(to.floor)) {
    return typeOnly ? undefined : `imports ${specifier}; ${from.floor} may use ${to.floor} only by "import type"`;
  }
  return `imports ${specifier}; ${from.floor} may import ${list(rule.floors)}, not ${to.floor}`;
}

/** On whatever floors the two stand. Those that have no features, like `server`, import and are imported freely. */
function judgeFeature(from: Place, to: Place): string | undefined {
  if (!from.feature || !to.feature || mayImport(from.feature, to.feature)) return;
  return `${from.feature} imports ${to.feature}, which does not come before it; before it come ${list(
    (Object.keys(FEATURES) as Feature[]).filter((it) => it !== from.feature && mayImport(from.feature as Feature, it)),
  )}`;
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
  if (/^#(platform|sandbox)\//.test(bare ?? '')) return posix.normalize(bare?.slice(1) ?? '');
  if (bare?.startsWith('#')) return posix.normalize(`src/${bare.slice(1)}`);
  if (bare?.startsWith('.')) return posix.normalize(posix.join(posix.dirname(path), bare));
  return undefined;
}

const DEEPEST_FIRST = (Object.keys(FLOORS) as Floor[]).sort((a, b) => b.length - a.length);

/** `src/services/orders/x.ts` and `src/contract/orders.ts` both belong to orders, `src/http/app.ts` to the kernel. */
function placeOf(path: string): Place | undefined {
  const inside = path.replace(/^src\//, '');
  const floor = DEEPEST_FIRST.find((it) => inside.startsWith(`${it}/`) || inside.replace(/\.\w+$/, '') === it);
  const parts = inside.slice((floor?.length ?? 0) + 1).split('/');
  const folder = parts.length > 1 ? parts[0] : undefined;
  // Every folder of these is a floor of its own.
  if (!floor || ((floor === 'web' || floor === 'platform') && folder)) return;
  if (!FEATURE_FLOORS.includes(floor)) return { floor, folder, feature: undefined };
  const name = folder ?? parts[0]?.replace(/\..*$/, '') ?? '';
  const feature = Object.hasOwn(FEATURES, name) ? (name as Feature) : undefined;
  return { floor, folder, feature: feature ?? (folder ? undefined : 'kernel') };
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

const list = (names: readonly string[]): string => (names.length > 0 ? names.join(', ') : 'nothing');
