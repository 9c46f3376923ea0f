/** As the script of the first paint reads it: there while they are off. */
const NAME = 'no-keys';

/** Whether single letters and signs do something on pages, in this browser. */
export const areSingleKeysOn = (): boolean => !document.documentElement.hasAttribute(`data-${NAME}`);

export function turnSingleKeys(on: boolean): void {
  document.documentElement.toggleAttribute(`data-${NAME}`, !on);
  try {
    if (on) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, 'off');
  } catch {
    // Without storage it lasts until the page is closed.
  }
}
