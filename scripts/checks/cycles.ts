export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const walk = (node: string) => {
    const seenAt = way.indexOf(node);
    if (seenAt >= 0) {
      cycles.push(way.slice(seenAt));
      return;
    }
    if (done.has(node)) return;
    way.push(node);
    for (const next of graph.get(node) ?? []) walk(next);
    way.pop();
    done.add(node);
  };
  for (const node of graph.keys()) walk(node);
  return cycles;
}
