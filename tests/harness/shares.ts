/** The rule in exact fractions: each line its share rounded down, and a cent more where most was cut off. */
export function sharesOf(nets: readonly bigint[], discount: bigint): number[] {
  const all = nets.reduce((sum, net) => sum + net, 0n);
  const floors = nets.map((net) => (net * discount) / all);
  const left = Number(discount - floors.reduce((sum, floor) => sum + floor, 0n));
  const byRest = nets
    .map((net, at) => ({ at, rest: (net * discount) % all }))
    .toSorted((one, other) => (one.rest === other.rest ? one.at - other.at : one.rest < other.rest ? 1 : -1));
  const more = new Set(byRest.slice(0, left).map(({ at }) => at));
  return floors.map((floor, at) => Number(floor) + (more.has(at) ? 1 : 0));
}
