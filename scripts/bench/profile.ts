import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Milliseconds of a process by part of the shop, largest first. */
export type Parts = readonly (readonly [part: string, ms: number])[];

interface Frame {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

export interface CpuProfile {
  readonly nodes: readonly Frame[];
  readonly samples: readonly number[];
  /** Microseconds since the previous sample. */
  readonly timeDeltas: readonly number[];
}

/** Source and line of the bundle to the module that stands there. */
export type ModuleAt = (url: string, line: number) => string | undefined;

/** The first that matches a frame, from the innermost outwards, has the time. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^sandbox\//, 'payment stand-in'],
  [/^(src\/outside\/payments|node_modules\/stripe)\//, 'provider client'],
  [/^src\/services\/payments\/(store-event|work-inbox|read-events)/, 'webhooks'],
  [/^src\/outside\/mail\/|^src\/services\/.*-(mails|letters)\.ts|node_modules\/nodemailer\//, 'mails'],
  [/^platform\/jobs\//, 'jobs'],
  [/^src\/services\/payments\//, 'payments'],
  [/^src\/services\//, 'orders and other services'],
  [/^src\/(http|contract|model|outside)\//, 'calls: routing, parsing, rights, answers'],
];
/** Of stacks without any part: what runs by itself when bytes arrive. */
const REST: readonly (readonly [RegExp, string])[] = [
  [/^node_modules\/(pg|drizzle|postgres)/, 'database driver'],
  [/^platform\/postgres\//, 'database driver'],
];
const NODE = 'Node: sockets, timers, HTTP';
const COLLECTOR = 'garbage collection';

/** Asks a process that was started with `--inspect` what its processor does meanwhile. */
export async function profileDuring(inspectPort: number, work: () => Promise<unknown>): Promise<CpuProfile> {
  const [target] = await (await fetch(`http://127.0.0.1:${inspectPort}/json`)).json();
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  let asked = 0;
  const ask = (method: string, params = {}) =>
    new Promise<{ profile: CpuProfile }>((resolve) => {
      asked += 1;
      const id = asked;
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(data);
        if (answer.id === id) resolve(answer.result);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: 500 });
  await ask('Profiler.start');
  await work();
  const { profile } = await ask('Profiler.stop');
  socket.close();
  return profile;
}

export function partsOf({ nodes, samples, timeDeltas }: CpuProfile, moduleAt: ModuleAt): Parts {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  const known = new Map<number, string | undefined>();
  const partOf = (id: number) => {
    if (!known.has(id)) known.set(id, judge(id));
    return known.get(id);
  };
  const judge = (id: number): string | undefined => {
    const { functionName } = byId.get(id)?.callFrame ?? { functionName: '' };
    if (functionName === '(idle)' || functionName === '(root)') return undefined;
    if (functionName === '(garbage collector)') return COLLECTOR;
    const modules: string[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = byId.get(at)?.callFrame;
      const module = frame?.url.startsWith('file:') ? moduleAt(frame.url, frame.lineNumber) : undefined;
      if (module) modules.push(module);
    }
    return firstOf(PARTS, modules) ?? firstOf(REST, modules) ?? NODE;
  };
  const sums = new Map<string, number>();
  samples.forEach((id, index) => {
    const part = partOf(id);
    if (part) sums.set(part, (sums.get(part) ?? 0) + (timeDeltas[index] ?? 0) / 1000);
  });
  return [...sums].sort(([, a], [, b]) => b - a);
}

function firstOf(parts: typeof PARTS, modules: readonly string[]): string | undefined {
  for (const module of modules) for (const [pattern, part] of parts) if (pattern.test(module)) return part;
  return undefined;
}

/** The bundler writes above each module which file it was. */
export function bundledModules(): ModuleAt {
  const files = new Map<string, readonly string[]>();
  return (url, line) => {
    const lines = files.get(url) ?? modulesByLine(readFileSync(fileURLToPath(url), 'utf8'));
    files.set(url, lines);
    return lines[line] || url.replace(/^.*(?=node_modules\/)/, '');
  };
}

export function modulesByLine(bundle: string): string[] {
  let module = '';
  return bundle.split('\n').map((line) => {
    module =
      /^\/\/(?:#region)? ((?:src|platform|sandbox|scripts|node_modules|content)\/\S+)$/.exec(line)?.[1] ?? module;
    return module;
  });
}
