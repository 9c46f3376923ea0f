import { useEffect, useRef, useState } from 'react';
import { uploadProblem } from '#model/images/upload.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import type { ChosenPicture } from '#web/ui/images/picture-field.tsx';

export interface KeptPicture {
  readonly name: string;
  readonly url: string;
}

export interface PictureUpload {
  readonly picture: ChosenPicture | undefined;
  readonly error: string | undefined;
  readonly kept: KeptPicture | undefined;
  /** Uploads at once and aborts an earlier upload. A refused file leaves `kept` as it was. */
  readonly choose: (file: File) => void;
  readonly retry: () => void;
  /** Removes the stored picture; of a file that is not stored yet only the file, and what was before it is back. */
  readonly remove: () => void;
  readonly restore: (kept: KeptPicture | undefined) => void;
  /** Waits for the upload, also of a picture that is chosen meanwhile; returns the stored picture, if any. */
  readonly finish: () => Promise<KeptPicture | undefined>;
  /** Another one as soon as a picture is chosen, removed or restored. */
  readonly choice: () => unknown;
}

interface State extends Pick<PictureUpload, 'picture' | 'error' | 'kept'> {
  /** The file that failed to upload and may be retried. */
  readonly unsent?: File;
  /** What was stored before the file that is sent or unsent. */
  readonly before?: KeptPicture | undefined;
}

interface Choice {
  readonly controller?: AbortController;
  readonly done: Promise<KeptPicture | undefined>;
}

const NOTHING: State = { picture: undefined, error: undefined, kept: undefined };

/** Uploads a picture as soon as it is chosen. `earlier` was stored before. */
export function usePictureUpload(earlier?: KeptPicture): PictureUpload {
  const [state, setState] = useState<State>(() => shown(earlier));
  const last = useRef<Choice>({ done: Promise.resolve(earlier) });
  const before = state.kept ?? state.before;
  useEffect(() => () => last.current.controller?.abort(), []);

  function keep(kept: KeptPicture | undefined, error?: string) {
    last.current.controller?.abort();
    last.current = { done: Promise.resolve(kept) };
    setState({ ...shown(kept), error });
  }
  function choose(file: File) {
    const problem = uploadProblem(file);
    if (problem) return keep(before, failureText({ status: 0, ...problem }));
    last.current.controller?.abort();
    const controller = new AbortController();
    setState({ ...NOTHING, before, picture: { name: file.name, preview: undefined, state: 'sending', progress: 0 } });
    const change = (next: Change) => !controller.signal.aborted && setState(next);
    last.current = { controller, done: send(file, before, controller.signal, change) };
  }
  async function finish(): Promise<KeptPicture | undefined> {
    const { current } = last;
    const kept = await current.done;
    return current === last.current ? kept : finish();
  }

  const { picture, error, kept } = state;
  return {
    ...{ picture, error, kept, choose, finish },
    restore: (wanted) => keep(wanted),
    retry: () => state.unsent && choose(state.unsent),
    remove: () => keep(state.kept ? undefined : before),
    choice: () => last.current,
  };
}

const shown = (kept: KeptPicture | undefined): State =>
  kept ? { picture: { name: kept.name, preview: kept.url, state: 'kept' }, error: undefined, kept } : NOTHING;

type Change = (state: State) => State;

/** Returns what is stored in the end: the file, or `before` when it was refused. */
async function send(
  file: File,
  before: KeptPicture | undefined,
  signal: AbortSignal,
  change: (next: Change) => void,
): Promise<KeptPicture | undefined> {
  const move = (its: Partial<ChosenPicture>) =>
    change((state) =>
      // A late thumbnail must not replace the stored picture.
      state.picture && !state.kept ? { ...state, picture: { ...state.picture, ...its } } : state,
    );
  void drawThumbnail(file).then((preview) => preview && move({ preview }));
  try {
    const answer = await api.call('uploadPicture', { file, signal, onProgress: (progress) => move({ progress }) });
    if (answer.ok) {
      const kept = { name: file.name, url: answer.value.data.url };
      change(() => shown(kept));
      return kept;
    }
    const error = failureText(answer.failure);
    if (mayArriveLater(answer.failure)) {
      change(({ picture }) => ({
        ...NOTHING,
        error,
        unsent: file,
        before,
        picture: picture && { ...picture, state: 'unsent' },
      }));
      return undefined;
    }
    change(() => ({ ...shown(before), error }));
    return before;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** The file was not refused: the call failed or the shop was full or busy. */
const mayArriveLater = ({ status }: ApiFailure): boolean => status === 0 || status === 429 || status >= 500;

const SIDE = 480;
/** The background of pictures that are not square. */
const PAPER = '#f2f0ed';

/**
 * A square `data:` URL: the pages' policy forbids `blob:`. Undefined when the browser cannot decode the file; the shop
 * validates it anyway.
 */
async function drawThumbnail(file: Blob): Promise<string | undefined> {
  try {
    const whole = await createImageBitmap(file);
    const scale = SIDE / Math.max(whole.width, whole.height);
    const [width, height] = [whole.width * scale, whole.height * scale];
    const canvas = document.createElement('canvas');
    canvas.width = SIDE;
    canvas.height = SIDE;
    const pen = canvas.getContext('2d');
    if (!pen) return undefined;
    pen.fillStyle = PAPER;
    pen.fillRect(0, 0, SIDE, SIDE);
    pen.drawImage(whole, (SIDE - width) / 2, (SIDE - height) / 2, width, height);
    whole.close();
    return canvas.toDataURL('image/jpeg', 0.85);
  } catch {
    return undefined;
  }
}
