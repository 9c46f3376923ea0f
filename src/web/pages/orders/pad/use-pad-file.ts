import { useRef, useState } from 'react';
import type { Outcome } from '#model/kernel/outcome.ts';
import { keepPad, keptPad } from './kept-pad.ts';
import type { PadFile, PadFileProblem } from './read-pad-file.ts';

interface Taken {
  readonly file: File;
  readonly read: PadFile;
  /** The text that was there already, and what it became. */
  readonly before: string;
  readonly after: string;
}

/** The file that was put into the pad last. Its lines come below those that are there. */
export function usePadFile() {
  const [taken, setTaken] = useState<Taken>();
  const [problem, setProblem] = useState<PadFileProblem>();
  const takes = useRef(0);

  async function take(file: File, sheet?: string): Promise<void> {
    takes.current += 1;
    const mine = takes.current;
    const outcome = await readIt(file, sheet);
    // A sheet that was chosen by mistake adds nothing.
    if (sheet !== undefined && mine !== takes.current) return;
    if (!outcome.ok) return setProblem(outcome.failure);
    setProblem(undefined);
    const { text, leftOver } = keptPad();
    // Another sheet of the same file takes the place of the one before, unless its lines were changed since.
    const before = sheet !== undefined && taken?.after === text ? taken.before : text;
    const after = [before.trimEnd(), outcome.value.text].filter(Boolean).join('\n');
    setTaken({ file, read: outcome.value, before, after });
    keepPad({ text: after, leftOver: before === '' ? 0 : leftOver });
  }
  return {
    problem,
    /** Undefined once there is nothing to choose of it. */
    sheets: taken && taken.read.sheets.length > 1 ? taken.read : undefined,
    take: (file: File) => void take(file),
    takeSheet: (sheet: string) => taken && void take(taken.file, sheet),
    forget: () => {
      takes.current += 1;
      setTaken(undefined);
      setProblem(undefined);
    },
  };
}

async function readIt(file: File, sheet: string | undefined): Promise<Outcome<PadFile, PadFileProblem>> {
  try {
    const { readPadFile } = await import('./read-pad-file.ts');
    return await readPadFile(file, sheet);
  } catch {
    return { ok: false, failure: { code: 'file_reader_missing', name: file.name } };
  }
}
