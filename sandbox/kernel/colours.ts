/** A copy of the shop's colours: pages of stand-ins load nothing of the shop. */
export const COLOURS = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f7f5f0, #15181a);
  --surface: light-dark(#fdfcf9, #1d2124);
  --hover: light-dark(#eeebe3, #2a3034);
  --ink: light-dark(#1f2326, #efece5);
  --ink-2: light-dark(#454c52, #bdc0c0);
  --ink-3: light-dark(#5f666c, #959ca1);
  --rule: light-dark(#d9d5ca, #2f3539);
  --accent: light-dark(#f25c05, #ff6a13);
  --accent-text: light-dark(#ad3d00, #ff9255);
}
`;
