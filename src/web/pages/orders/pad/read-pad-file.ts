import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import type { PadFileTrouble } from '#web/ui/orders/pad-file-texts.ts';

/** A larger file is refused before it is read. */
const MAX_FILE_BYTES = 1_000_000;

/** A file of lines, as they go into the pad. */
export interface PadFile {
  readonly name: string;
  readonly text: string;
  readonly lines: number;
  /** Names of all sheets that somebody can see; none of a CSV file. */
  readonly sheets: readonly string[];
  /** The one that was read. */
  readonly sheet?: string;
}

export interface PadFileProblem {
  readonly code: PadFileTrouble;
  readonly name: string;
}

type Read = Outcome<PadFile, PadFileProblem>;

/** Reads a CSV or XLSX file in the browser. What is in it counts, not its name. */
export async function readPadFile(file: File, sheet?: string): Promise<Read> {
  const { name } = file;
  if (file.size > MAX_FILE_BYTES) return refuse(name, KNOWN.test(name) ? 'file_too_large' : 'file_wrong_kind');
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );
  if (!bytes) return refuse(name, 'file_damaged');
  if (startsWith(bytes, ZIP) || startsWith(bytes, OLE)) {
    if (!/\.(xlsx|csv)$/i.test(name)) return refuse(name, 'file_wrong_kind');
    const { readXlsxFile } = await import('./read-xlsx-file.ts');
    const read = await readXlsxFile(bytes, sheet);
    return read.ok ? filled({ name, ...read.value }) : refuse(name, read.failure);
  }
  const text = KNOWN.test(name) ? decoded(bytes) : undefined;
  if (text === undefined) return refuse(name, 'file_wrong_kind');
  const { csvLines } = await import('./csv-lines.ts');
  const lines = csvLines(text);
  return filled({ name, text: lines.join('\n'), lines: lines.length, sheets: [] });
}

const KNOWN = /\.(csv|tsv|txt|xlsx)$/i;
const ZIP = [0x50, 0x4b];
/** What old spreadsheets begin with, and new ones with a password. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

const startsWith = (bytes: Uint8Array, sign: readonly number[]): boolean =>
  sign.every((byte, at) => bytes[at] === byte);

const refuse = (name: string, code: PadFileProblem['code']): Read => failure({ code, name });

const filled = (file: PadFile): Read => (file.lines === 0 ? refuse(file.name, 'file_empty') : success(file));

/** Undefined of what is no text. */
function decoded(bytes: Uint8Array): string | undefined {
  const marked = startsWith(bytes, [0xff, 0xfe])
    ? 'utf-16le'
    : startsWith(bytes, [0xfe, 0xff])
      ? 'utf-16be'
      : undefined;
  const text = marked
    ? new TextDecoder(marked).decode(bytes)
    : (tryUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes));
  return text.includes('\0') ? undefined : text;
}

function tryUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
