export type PadFileTrouble =
  | 'file_wrong_kind'
  | 'file_too_large'
  | 'file_unpacks_too_large'
  | 'file_locked'
  | 'file_damaged'
  | 'file_empty'
  | 'file_reader_missing';

/** Why a file was not read, and what to do. */
export function padFileText(code: PadFileTrouble, name: string): { lead: string; rest: string } {
  switch (code) {
    case 'file_wrong_kind':
      return {
        lead: `${name} is not a CSV or XLSX file.`,
        rest: 'Save it as CSV, or copy the lines out of it and paste them.',
      };
    case 'file_too_large':
      return { lead: `${name} is larger than 1 MB.`, rest: 'Copy the lines out of it and paste them.' };
    case 'file_unpacks_too_large':
      return {
        lead: `${name} is far larger than a list.`,
        rest: 'Save the sheet with your lines as CSV, or paste them.',
      };
    case 'file_locked':
      return {
        lead: `${name} has a password, or is of an old kind.`,
        rest: 'Save it as XLSX without a password, or as CSV.',
      };
    case 'file_damaged':
      return { lead: `${name} could not be read.`, rest: 'Save it again as XLSX or CSV, or paste its lines.' };
    case 'file_empty':
      return { lead: `${name} has no lines.`, rest: 'Choose another file, or paste your lines.' };
    case 'file_reader_missing':
      return { lead: `${name} was not read.`, rest: 'The connection failed. Choose it again.' };
  }
}
