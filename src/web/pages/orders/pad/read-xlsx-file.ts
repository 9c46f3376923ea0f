import { type CellValue, readXlsx, type Sheet } from 'hucre/xlsx';
import { failure, type Outcome, success } from '#model/kernel/outcome.ts';
import { unpackedBytes } from './unpacked-bytes.ts';

/** Far more than lists of 1 MB unpack to. */
const MAX_UNPACKED_BYTES = 20_000_000;
/** What lies outside is left out: a single cell far away would make the sheet huge. */
const AREA = 'A1:AN5000';

interface SheetLines {
  readonly text: string;
  readonly lines: number;
  readonly sheets: readonly string[];
  readonly sheet: string;
}

type Trouble = 'file_unpacks_too_large' | 'file_locked' | 'file_damaged';

/** The rows of one sheet, the first unless another is named. Formulas are not run: their last result is read. */
export async function readXlsxFile(bytes: Uint8Array, wanted?: string): Promise<Outcome<SheetLines, Trouble>> {
  if (bytes[0] === OLE) return failure('file_locked');
  // The library unpacks no entry beyond the size that it states.
  const unpacked = unpackedBytes(bytes);
  if (unpacked === undefined) return failure('file_damaged');
  if (unpacked > MAX_UNPACKED_BYTES) return failure('file_unpacks_too_large');
  const sheets: string[] = [];
  try {
    const { sheets: read } = await readXlsx(bytes, {
      range: AREA,
      readStyles: true,
      sheets: ({ name, hidden, veryHidden }) => {
        if (hidden || veryHidden) return false;
        sheets.push(name);
        return name === (wanted ?? sheets[0]);
      },
    });
    const [sheet] = read;
    if (!sheet) return failure('file_damaged');
    const lines = linesOf(sheet).filter((line) => line !== '');
    return success({ text: lines.join('\n'), lines: lines.length, sheets, sheet: sheet.name });
  } catch {
    return failure('file_damaged');
  }
}

const OLE = 0xd0;

const linesOf = ({ rows, cells }: Sheet): string[] =>
  rows.map((values, row) =>
    values
      .map((value, column) => textOf(value, cells?.get(`${row},${column}`)?.style?.numFmt))
      .join('\t')
      .trimEnd(),
  );

const ONLY_ZEROS = /^0+$/;
/** Of a number, with three decimals: the pad would read thousands. */
const LIKE_THOUSANDS = /^\d+\.\d{3}$/;

/**
 * A day is neither a tool nor a quantity, but its digits would look like both. An item number kept as a number has the
 * zeros in front by its format.
 */
function textOf(value: CellValue, format = ''): string {
  if (value === null || value instanceof Date || typeof value === 'boolean') return '';
  const zeros = typeof value === 'number' && ONLY_ZEROS.test(format) && Number.isInteger(value) && value >= 0;
  if (zeros) return `${value}`.padStart(format.length, '0');
  if (typeof value === 'number' && LIKE_THOUSANDS.test(`${value}`)) return `${value}0`;
  return `${value}`.replace(/\s+/g, ' ').trim();
}
