/** The next row that needs an answer gets the focus: after this line, or after the last the first. False without one. */
export function focusNextOpen(after = lineInFocus()): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('.prows [data-open]')];
  const next = rows.find(({ dataset }) => Number(dataset.line) > after) ?? rows[0];
  const control = next?.querySelector<HTMLElement>('.cand, .prow__find');
  control?.focus();
  return Boolean(control);
}

const lineInFocus = (): number =>
  Number(document.activeElement?.closest<HTMLElement>('[data-line]')?.dataset.line ?? 0);
