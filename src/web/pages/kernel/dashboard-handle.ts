/** A page below the dashboard that has no entry of its own says with its `handle` under which it belongs: one of these. */
export interface DashboardHandle {
  readonly under: readonly string[];
}
