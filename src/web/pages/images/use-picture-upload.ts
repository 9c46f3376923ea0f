import { useEffect, useRef, useState } from 'react';
import { uploadProblem } from '#model/images/picture.ts';
import { api } from '#web/api/session.ts';
import type { ChosenPicture } from '#web/ui/images/picture-field.tsx';
import { drawThumbnail } from './draw-thumbnail.ts';

/** A picture that the shop keeps, by the name that its file had. */
export interface KeptPicture {
  readonly name: string;
  readonly url: string;
}

export interface PictureUpload {
  /** What `PictureField` shows. */
  readonly picture: ChosenPicture | undefined;
  readonly error: string | undefined;
  /** The picture once the shop keeps it. */
  readonly kept: KeptPicture | undefined;
  /** Sends a file at once; one that is still on its way is given up. */
  readonly choose: (file: File) => void;
  readonly remove: () => void;
  /** Waits for what is on its way: the picture that the shop keeps then, if any. */
  readonly finish: () => Promise<KeptPicture | undefined>;
}

type State = Pick<PictureUpload, 'picture' | 'error' | 'kept'>;

const NOTHING: State = { picture: undefined, error: undefined, kept: undefined };

/** Sends one picture to the shop as soon as it is chosen. `earlier` is a picture that was kept before. */
export function usePictureUpload(earlier?: KeptPicture): PictureUpload {
  const [state, setState] = useState<State>(() => (earlier ? shown(earlier) : NOTHING));
  const sending = useRef<{ controller: AbortController; done: Promise<KeptPicture | undefined> }>(undefined);
  useEffect(() => () => sending.current?.controller.abort(), []);

  function choose(file: File) {
    sending.current?.controller.abort();
    sending.current = undefined;
    const problem = uploadProblem(file);
    if (problem) return setState({ ...NOTHING, error: problem });
    const controller = new AbortController();
    setState({ ...NOTHING, picture: { name: file.name, preview: undefined, progress: 0 } });
    const done = send(file, controller.signal, (next) => !controller.signal.aborted && setState(next));
    sending.current = { controller, done };
  }

  function remove() {
    sending.current?.controller.abort();
    sending.current = undefined;
    setState(NOTHING);
  }

  const finish = async () => (sending.current ? sending.current.done : state.kept);
  return { ...state, choose, remove, finish };
}

const shown = (kept: KeptPicture): State => ({
  picture: { name: kept.name, preview: kept.url, progress: undefined },
  error: undefined,
  kept,
});

async function send(
  file: File,
  signal: AbortSignal,
  change: (next: State | ((state: State) => State)) => void,
): Promise<KeptPicture | undefined> {
  const move = (its: Partial<ChosenPicture>) =>
    change((state) => (state.picture ? { ...state, picture: { ...state.picture, ...its } } : state));
  void drawThumbnail(file).then((preview) => move(preview ? { preview } : {}));
  try {
    const onProgress = (progress: number) => move({ progress });
    const answer = await api.call('uploadPicture', { file, signal, onProgress });
    if (!answer.ok) {
      const message = answer.failure.errors?.[0]?.message ?? answer.failure.detail;
      change({ ...NOTHING, error: message });
      return undefined;
    }
    const kept = { name: file.name, url: answer.value.data.url };
    change(shown(kept));
    return kept;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
