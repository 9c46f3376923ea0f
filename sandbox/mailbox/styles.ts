import { COLOURS } from '../kernel/colours.ts';

export const STYLES = `${COLOURS}* { box-sizing: border-box; margin: 0; }
body {
  background: var(--ground);
  color: var(--ink);
  font: 15px/1.55 'Instrument Sans', 'Helvetica Neue', Arial, sans-serif;
  min-height: 100vh;
  display: grid;
  grid-template-rows: auto 1fr;
}
a { color: var(--accent-text); text-underline-offset: 3px; }
a:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
h1 { font-size: 26px; line-height: 1.15; font-weight: 700; margin-bottom: 12px; overflow-wrap: anywhere; }
.top {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 24px;
  align-items: baseline;
  padding: 14px 24px;
  border-bottom: 1px solid var(--rule);
  border-top: 4px solid var(--accent);
}
.name a { color: inherit; text-decoration: none; font-size: 19px; font-weight: 700; }
.about { color: var(--ink-2); flex: 1 1 20rem; }
.acts { display: flex; gap: 20px; }
.acts a { padding-block: 10px; }
.panes { display: grid; grid-template-columns: minmax(17rem, 22rem) 1fr; min-height: 0; }
.list { border-right: 1px solid var(--rule); }
.list ol { list-style: none; padding: 0; }
.list li { border-bottom: 1px solid var(--rule); }
.list a {
  display: grid;
  grid-template-columns: 1fr auto;
  gap: 2px 12px;
  padding: 12px 20px 12px 24px;
  color: inherit;
  text-decoration: none;
  border-left: 3px solid transparent;
}
.list a:hover { background: var(--hover); }
.list a:focus-visible { outline-offset: -3px; }
.list a[aria-current] { background: var(--surface); border-left-color: var(--accent); }
.to { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--ink-2); font-size: 14px; }
time { color: var(--ink-3); font-size: 13px; white-space: nowrap; font-variant-numeric: tabular-nums; }
.subject { grid-column: 1 / -1; font-weight: 600; overflow-wrap: anywhere; }
.none { padding: 24px; color: var(--ink-2); }
.mail { padding: 24px 32px 48px; min-width: 0; }
.back { display: none; margin-bottom: 12px; }
dl { margin-bottom: 16px; }
dl div { display: grid; grid-template-columns: 5.5rem 1fr; gap: 12px; }
dt { color: var(--ink-3); }
dd { overflow-wrap: anywhere; }
.views { display: flex; gap: 24px; border-bottom: 1px solid var(--rule); }
.views a { padding: 10px 0; color: var(--ink-2); text-decoration: none; border-bottom: 3px solid transparent; margin-bottom: -1px; }
.views a:hover { color: var(--ink); }
.views a[aria-current] { color: var(--ink); font-weight: 600; border-bottom-color: var(--accent); }
iframe { display: block; width: 100%; height: 60rem; border: 1px solid var(--rule); border-top: 0; background: var(--ground); }
.text {
  padding: 24px;
  border: 1px solid var(--rule);
  border-top: 0;
  background: var(--surface);
  font: 14px/1.6 'Geist Mono', ui-monospace, Menlo, Consolas, monospace;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
@media (width < 51.25rem) {
  .panes { grid-template-columns: 1fr; align-content: start; }
  .list { border-right: 0; }
  .panes--open .list { display: none; }
  .panes:not(.panes--open) .mail { display: none; }
  .back { display: block; }
  .top { padding-inline: 16px; }
  .list a { padding-inline: 13px 16px; }
  .mail { padding: 20px 16px 32px; }
}
`;
