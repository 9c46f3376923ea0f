import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { CANARY, hex, type ImageAttack, join, riff, riffChunk, SOI, text, u16le, u32, u32le } from './bytes.ts';

const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (inside: string, attributes = ''): string =>
  `<svg ${NS} width="9" height="9" ${attributes}>${inside}</svg>`;
const SCRIPT = svg('<script>alert(1)</script>');
const LAUGHS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
  .map((name, at, names) => `<!ENTITY ${name} "${at === 0 ? 'lol' : `&${names[at - 1]};`.repeat(10)}">`)
  .join('');

/** Drawings in SVG, each spelled so that another reader takes it for a picture or runs it. */
const DRAWINGS: readonly (readonly [what: string, bytes: Buffer | string])[] = [
  ['an SVG with a script', SCRIPT],
  ['with an XML head', `<?xml version="1.0" encoding="UTF-8"?>${SCRIPT}`],
  ['with a byte order mark', join(hex('efbbbf'), SCRIPT)],
  ['in UTF-16, little end first', join(hex('fffe'), Buffer.from(SCRIPT, 'utf16le'))],
  ['in UTF-16, big end first', join(hex('feff'), Buffer.from(SCRIPT, 'utf16le').swap16())],
  ['in UTF-16 without mark', Buffer.from(SCRIPT, 'utf16le')],
  ['said to be in UTF-7', `<?xml version="1.0" encoding="UTF-7"?>+ADw-svg onload+AD0-alert(1)+AD4-`],
  ['after a thousand blank lines', `${'\n'.repeat(1_000)}${SCRIPT}`],
  ['after a comment', `<!-- ${'x'.repeat(5_000)} -->${SCRIPT}`],
  ['with a doctype', `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://127.0.0.1:9/svg11.dtd">${SCRIPT}`],
  ['compressed', gzipSync(SCRIPT)],
  ['compressed twice', gzipSync(gzipSync(SCRIPT))],
  ['of a billion laughs', `<!DOCTYPE svg [${LAUGHS}]>${svg('<text>&j;</text>')}`],
  [
    'of quadratic entities',
    `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(50_000)}">]>${svg(`<text>${'&a;'.repeat(5_000)}</text>`)}`,
  ],
  ['that reads a file', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`],
  ['that fetches a definition', `<!DOCTYPE svg [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x.dtd"> %x;]>${svg('')}`],
  ['with an event handler', svg('', 'onload="alert(1)"')],
  ['with a handler of an animation', svg('<set attributeName="x" onbegin="alert(1)"/>')],
  ['with HTML inside', svg('<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="x"/></foreignObject>')],
  ['with a link that is a script', svg('<a xlink:href="javascript:alert(1)"><rect width="9" height="9"/></a>')],
  ['that loads a picture from elsewhere', svg('<image href="http://127.0.0.1:9/x.png" width="9" height="9"/>')],
  ['that loads a picture of this machine', svg('<image href="file:///etc/hostname" width="9" height="9"/>')],
  ['that uses another drawing', svg('<use href="http://127.0.0.1:9/x.svg#a"/>')],
  ['that uses itself without end', svg('<g id="a"><use href="#a"/><use href="#a"/></g>')],
  ['with a style from elsewhere', svg('<style>@import url(http://127.0.0.1:9/x.css);</style>')],
  ['with a style sheet instruction', `<?xml-stylesheet href="http://127.0.0.1:9/x.xsl" type="text/xsl"?>${svg('')}`],
  ['in capitals', SCRIPT.replaceAll('svg', 'SVG')],
  ['with a prefix', `<x:svg xmlns:x="http://www.w3.org/2000/svg"><x:script>alert(1)</x:script></x:svg>`],
  ['with the script in CDATA', svg('<script><![CDATA[alert(1)]]></script>')],
  ['of a size without bounds', svg('<rect width="100%" height="100%"/>').replaceAll('"9"', '"99999999"')],
  ['after the first letters of a GIF', `GIF89a${SCRIPT}`],
  ['of a million points', svg(`<path d="M0 0${'h1v1'.repeat(1_000_000)}"/>`)],
];

/** The first bytes by which other formats are known, with something behind them. */
const KINDS: readonly (readonly [what: string, bytes: Buffer | string])[] = [
  ['a GIF that is a script', 'GIF89a/*\x00\x00*/=1;alert(1)//'],
  ['a GIF that says 65,535 x 65,535', join('GIF87a', hex('ffffffff800000000000ffffff2c00000000ffffffff00'), CANARY)],
  ['a HEIC', join(u32(24), 'ftypheic', u32(0), 'mif1heic', CANARY)],
  ['an AVIF that says it is a sequence', join(u32(24), 'ftypavis', u32(0), 'avisavif', CANARY)],
  ['a JPEG 2000', join(u32(12), 'jP  ', hex('0d0a870a'), CANARY)],
  ['a JPEG 2000 codestream', join(hex('ff4fff51002f'), CANARY)],
  ['a JPEG XL', join(u32(12), 'JXL ', hex('0d0a870a'), CANARY)],
  ['a JPEG XL codestream', join(hex('ff0a'), CANARY)],
  ['a JPEG XR', join('II', hex('bc01'), u32le(8), CANARY)],
  ['a BMP that says 30,000 x 30,000', join('BM', u32le(0), u32le(0), u32le(54), u32le(40), u32le(3e4), u32le(3e4))],
  ['an icon', join(hex('000001000100'), hex('0000000001002000'), u32le(40), u32le(22), CANARY)],
  ['a cursor', join(hex('000002000100'), CANARY)],
  ['a moving cursor', riff([riffChunk('anih', CANARY)], undefined, 'ACON')],
  ['a Photoshop picture', join('8BPS', hex('0001000000000000'), CANARY)],
  ['a Targa picture', join(hex('000002000000000000000000ffffffff1800'), CANARY)],
  ['a PCX picture', join(hex('0a050108'), CANARY)],
  ['a DDS texture', join('DDS ', u32le(124), CANARY)],
  ['an OpenEXR picture', join(hex('762f3101'), CANARY)],
  ['a Radiance picture', `#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 99999 +X 99999\n`],
  ['a portable pixmap that says a trillion pixels', 'P6\n1000000 1000000\n255\n'],
  ['a portable map of endless numbers', `P3\n${'9'.repeat(100_000)} 1\n255\n`],
  ['a farbfeld picture', join('farbfeld', u32(0xffffffff), u32(0xffffffff))],
  ['a QOI picture', join('qoif', u32(0xffffffff), u32(1), hex('0400'))],
  ['a FLIF picture', join('FLIF44', CANARY)],
  ['a BPG picture', join(hex('425047fb'), CANARY)],
  ['a DjVu book', join('AT&TFORM', u32(64), 'DJVU', CANARY)],
  ['a FITS picture', 'SIMPLE  =                    T'.padEnd(2880)],
  ['a DICOM picture', join(Buffer.alloc(128), 'DICM', CANARY)],
  ['an XBM picture', '#define x_width 9\n#define x_height 9\nstatic char x_bits[] = { 0 };'],
  ['an XPM picture', '/* XPM */ static char *x[] = { "1 1 1 1", "a c #fff", "a" };'],
  ['a Windows metafile', join(hex('d7cdc69a'), CANARY)],
  ['an enhanced metafile', join(u32le(1), u32le(88), CANARY)],
  [
    'commands for ImageMagick',
    'push graphic-context\nfill "url(https://127.0.0.1:9/x.jpg"|ls "-la)"\npop graphic-context',
  ],
  ['a script for ImageMagick', '<image><read filename="/etc/passwd"/><write filename="/tmp/x.php"/></image>'],
  ['PostScript', '%!PS-Adobe-3.0\nuserdict /setpagedevice undef (%pipe%id) (r) file'],
  ['Encapsulated PostScript', join(hex('c5d0d3c6'), CANARY)],
  ['a PDF', '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'],
  ['an MP4 film', join(u32(24), 'ftypisom', u32(512), 'isomavc1', CANARY)],
  ['a QuickTime film', join(u32(20), 'ftypqt  ', u32(0), 'qt  ', CANARY)],
  ['a Matroska film', join(hex('1a45dfa3'), CANARY)],
  ['an AVI film', riff([riffChunk('LIST', CANARY)], undefined, 'AVI ')],
  ['a sound', riff([riffChunk('fmt ', CANARY)], undefined, 'WAVE')],
  ['an MP3', join('ID3', hex('0400000000'), CANARY)],
  ['a Flash film', join('CWS', hex('06ffffff'), deflateSync(CANARY))],
  ['a ZIP', join(hex('504b0304'), CANARY)],
  ['a RAR', join(hex('526172211a0700'), CANARY)],
  ['a 7z archive', join(hex('377abcaf271c'), CANARY)],
  ['an XZ archive', join(hex('fd377a585a00'), CANARY)],
  ['a tar archive', join('x.php'.padEnd(257, '\0'), 'ustar', CANARY)],
  ['a program of Linux', join(hex('7f454c46020101'), CANARY)],
  ['a program of Windows', join('MZ', Buffer.alloc(58), u32le(64), 'PE\0\0', CANARY)],
  ['a program of macOS', join(hex('cffaedfe'), CANARY)],
  ['a Java class', join(hex('cafebabe00000034'), CANARY)],
  ['a shell script', '#!/bin/sh\nid > /tmp/canary\n'],
  ['a page', `<!doctype html><body>${CANARY}`],
  ['a page after 600 blanks', `${' '.repeat(600)}<html>${CANARY}`],
  ['a PHP script', CANARY.slice(CANARY.indexOf('<?php'))],
  ['a script', 'alert(1)'],
  ['a style sheet', '@import "http://127.0.0.1:9/x.css";'],
  ['rules for the web server', 'AddType application/x-httpd-php .jpg'],
  ['a JSON document', '{"__proto__":{"polluted":true}}'],
  ['an XML document with an entity', '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]><x>&x;</x>'],
  ['a database', join('SQLite format 3\0', CANARY)],
  ['a typeface', join('wOF2', u32(65536), CANARY)],
  ['one byte', 'x'],
  ['three bytes of nothing', Buffer.alloc(3)],
  ['a megabyte of nothing', Buffer.alloc(1024 ** 2)],
];

/** Beginnings that are those of a picture but for one thing. */
const NEARLY: readonly (readonly [what: string, bytes: Buffer | string])[] = [
  ['a PNG that went through a text transfer', hex('89504e470a1a0a0000000d49484452')],
  ['a PNG without its high bit', hex('09504e470d0a1a0a0000000d49484452')],
  ['an MNG', hex('8a4d4e470d0a1a0a')],
  ['a JNG', hex('8b4a4e470d0a1a0a')],
  ['a JPEG after a line break', join('\n', SOI, hex('ffe00010'), 'JFIF')],
  ['a JPEG after a byte order mark', join(hex('efbbbf'), SOI, hex('ffe00010'), 'JFIF')],
  ['the first two bytes of a JPEG', SOI],
  ['a JPEG whose second marker is none', join(SOI, hex('00e00010'), 'JFIF')],
  ['a WebP in a RIFX', join('RIFX', u32(100), 'WEBP', CANARY)],
  ['a RIFF of four bytes', join('RIFF', u32le(4))],
  ['a WebP spelled in small letters', riff([], undefined, 'webp')],
  [
    'a Base64 text of a PNG',
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ],
  ['a data address', 'data:image/png;base64,iVBORw0KGgo='],
];

/** Files of other formats, whatever their name says: none of them ever comes to a decoder. */
export async function foreignFiles(): Promise<ImageAttack[]> {
  const small = () => sharp({ create: { width: 12, height: 12, channels: 3, background: '#7a3' } });
  const tiff = await small().tiff().toBuffer();
  const real: [string, Buffer][] = [
    ['a GIF', await small().gif().toBuffer()],
    ['a GIF of a thousand frames', gifOf(1_000)],
    ['a TIFF', tiff],
    ['a TIFF of many pages', await small().tiff({ compression: 'lzw', tile: true, pyramid: true }).toBuffer()],
    ['a TIFF whose directory follows itself', tiffLoop()],
    ['a BigTIFF', join('II', u16le(43), u16le(8), u16le(0), CANARY)],
    ['an AVIF', await small().avif().toBuffer()],
  ];
  const named = (prefix: string, list: readonly (readonly [string, Buffer | string])[]) =>
    list.map(([what, bytes]) => [`${prefix}${what}`, typeof bytes === 'string' ? text(bytes) : bytes] as const);
  return [...named('SVG: ', DRAWINGS), ...named('', KINDS), ...named('', NEARLY), ...real].map(
    ([what, bytes]) => [what, 'picture_format', bytes] as const,
  );
}

function gifOf(frames: number): Buffer {
  const frame = hex('21f90400 0100 0000 2c00000000 01000100 00 02 02 4401 00');
  return join(
    'GIF89a',
    hex('0100 0100 80 00 00 000000 ffffff'),
    ...Array.from({ length: frames }, () => frame),
    hex('3b'),
  );
}

const tiffLoop = (): Buffer =>
  join('II', u16le(42), u32le(8), u16le(1), u16le(256), u16le(3), u32le(1), u32le(0xffff), u32le(8));
