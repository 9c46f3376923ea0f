import type { Fact, Letter, Letterhead } from './letter.ts';

export function letterHtml(letter: Letter, { name, origin, contactEmail }: Letterhead): string {
  const { subject, preview, title, paragraphs, facts = [], action, notes = [] } = letter;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${asHtml(subject)}</title>
<style>${STYLES}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f7f5f0;">
<div style="display:none;max-height:0;overflow:hidden;">${asHtml(preview)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f5f0;">
<tr><td class="around" align="center" style="padding:40px 24px 48px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left;">
<tr><td style="padding:0 0 20px;">${brand(name, origin)}</td></tr>
<tr><td class="sheet" style="background:#fdfcf9;border:1px solid #d9d5ca;border-top:4px solid #f25c05;padding:36px 40px 40px;">
<h1 class="ink" style="${FONT}margin:0 0 16px;font-size:30px;line-height:1.1;font-weight:700;letter-spacing:-0.01em;color:#1f2326;">${asHtml(title)}</h1>
${paragraphs.map(paragraph).join('\n')}
${table(facts)}${action ? button(action) : ''}${notes.map(note).join('\n')}
</td></tr>
<tr><td style="padding:20px 0 0;">
<p class="soft" style="${FONT}margin:0;font-size:13px;line-height:1.6;color:#5f666c;">Sent by ${link(origin, name)}. Questions: ${link(`mailto:${contactEmail}`, contactEmail)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const FONT = "font-family:'Instrument Sans','Helvetica Neue',Helvetica,Arial,sans-serif;";
const STYLES = [
  ':root{color-scheme:light dark}',
  '@media (max-width:480px){.around{padding:24px 12px 32px!important}.sheet{padding:28px 20px 32px!important}}',
  '@media (prefers-color-scheme:dark){',
  '.ground{background:#15181a!important}',
  '.sheet{background:#1d2124!important;border-color:#2f3539!important;border-top-color:#ff6a13!important}',
  '.ink{color:#efece5!important}.soft,.soft a{color:#bdc0c0!important}.line{border-color:#2f3539!important}',
  '.sum{border-color:#6a7176!important}.bar{background:#efece5!important}.edge{background:#ff6a13!important}',
  '.press{background:#ff6a13!important}.press a{color:#15181a!important}.soft .link{color:#ff9255!important}',
  '}',
].join('');

/** Drawn with table cells: mail programs show no SVG and block pictures. */
function brand(name: string, origin: string): string {
  const gap = (width: number) => `<td width="${width}" style="width:${width}px;padding:0;"></td>`;
  const tick = (width: number, height: number, look: string, color: string) =>
    `<td width="${width}" valign="top" style="width:${width}px;padding:0;"><div class="${look}" style="height:${height}px;background:${color};font-size:0;line-height:0;">&nbsp;</div></td>`;
  const dark = (height: number) => tick(2, height, 'bar', '#1f2326');
  const ticks = [
    ...[gap(1), dark(5), gap(4), dark(8), gap(4), tick(4, 15, 'edge', '#f25c05'), gap(4)],
    ...[dark(8), gap(4), dark(5), gap(1)],
  ].join('');
  const bar =
    '<td colspan="11" style="padding:0 0 2px;"><div class="bar" style="height:5px;background:#1f2326;font-size:0;line-height:0;">&nbsp;</div></td>';
  const mark = `<table role="presentation" aria-hidden="true" cellpadding="0" cellspacing="0" width="30" style="width:30px;"><tr>${bar}</tr><tr>${ticks}</tr></table>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="padding:0 10px 0 0;">${mark}</td><td><a class="ink" href="${asHtml(origin)}" target="_blank" rel="noopener noreferrer" style="${FONT}font-size:21px;line-height:22px;font-weight:700;color:#1f2326;text-decoration:none;">${asHtml(name)}</a></td></tr></table>`;
}

const paragraph = (text: string): string =>
  `<p class="ink" style="${FONT}margin:0 0 16px;font-size:16px;line-height:1.55;color:#1f2326;">${asHtml(text)}</p>`;

const note = (text: string): string =>
  `<p class="soft" style="${FONT}margin:16px 0 0;font-size:14px;line-height:1.55;color:#454c52;">${asHtml(text)}</p>`;

function button({ label, url }: { label: string; url: string }): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:28px 0 24px;"><tr><td class="press" style="background:#f25c05;border-radius:2px;">
<a href="${asHtml(url)}" target="_blank" rel="noopener noreferrer" style="${FONT}display:inline-block;padding:14px 24px;font-size:16px;line-height:1.5;font-weight:700;color:#1a1d1f;text-decoration:none;">${asHtml(label)}</a>
</td></tr></table>
<p class="soft" style="${FONT}margin:0;font-size:14px;line-height:1.55;color:#454c52;">If the button does not work, open this address:<br>
<a class="link" href="${asHtml(url)}" target="_blank" rel="noopener noreferrer" style="color:#ad3d00;word-break:break-all;">${asHtml(url)}</a></p>
`;
}

function table(facts: readonly Fact[]): string {
  if (facts.length === 0) return '';
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 20px;border-collapse:collapse;">${facts.map(row).join('')}</table>\n`;
}

function row({ name, value, total }: Fact): string {
  const line = total ? 'border-top:2px solid #1f2326;' : 'border-bottom:1px solid #d9d5ca;';
  const cell = `${FONT}${line}padding:10px 0;font-size:15px;line-height:1.45;vertical-align:top;`;
  const weight = total ? 'font-weight:700;' : '';
  const edge = total ? 'sum' : 'line';
  return `<tr><th scope="row" class="${total ? 'ink' : 'soft'} ${edge}" style="${cell}padding-right:16px;text-align:left;white-space:nowrap;${weight || 'font-weight:400;'}color:${total ? '#1f2326' : '#454c52'};">${asHtml(name)}</th><td class="ink ${edge}" style="${cell}text-align:right;overflow-wrap:anywhere;word-break:break-word;${weight}color:#1f2326;font-variant-numeric:tabular-nums;">${asHtml(value)}</td></tr>`;
}

const link = (url: string, text: string): string =>
  `<a href="${asHtml(url)}" target="_blank" rel="noopener noreferrer" style="color:inherit;">${asHtml(text)}</a>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const asHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
