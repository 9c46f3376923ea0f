/** A page below the dashboard that has no entry of its own says with its `handle` under which entry it belongs. */
export interface DashboardHandle {
  readonly under: string;
}
