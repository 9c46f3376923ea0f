import { COLOURS } from '../kernel/colours.ts';

export const STYLES = `${COLOURS}* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); font: 16px/1.55 'Instrument Sans', 'Helvetica Neue', Arial, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 48px 20px; display: grid; gap: 20px; }
.mark { color: var(--ink-2); border-top: 4px solid var(--accent); padding-top: 12px; }
h1 { font-size: 34px; line-height: 1.15; }
h2 { font-size: 18px; margin-bottom: 8px; }
.note { color: var(--ink-2); }
ul { list-style: none; padding: 0; border: 1px solid var(--rule); background: var(--surface); }
li + li { border-top: 1px solid var(--rule); }
button { display: grid; gap: 2px; width: 100%; padding: 12px 16px; min-height: 44px; text-align: start; font: inherit; color: inherit; background: none; border: 0; cursor: pointer; }
button:hover { background: var(--hover); }
button span { color: var(--ink-2); font-size: 14px; }
a { color: var(--accent-text); display: inline-block; padding-block: 10px; }
a:focus-visible, button:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
`;
