import { useEffect, useRef, useState } from 'react';
import { uploadProblem } from '#model/images/picture.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
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
  /** Sends a file at once; one that is still on its way is given up. A file that is refused leaves what was kept. */
  readonly choose: (file: File) => void;
  /** Sends the file again that did not arrive. */
  readonly retry: () => void;
  readonly remove: () => void;
  /** Shows a picture that the shop keeps already. */
  readonly restore: (kept: KeptPicture) => void;
  /** Waits for what is on its way: the picture that the shop keeps then, if any. */
  readonly finish: () => Promise<KeptPicture | undefined>;
}

interface State extends Pick<PictureUpload, 'picture' | 'error' | 'kept'> {
  /** The file that did not arrive and may be sent again. */
  readonly unsent?: File;
}

interface Sending {
  readonly controller: AbortController;
  readonly done: Promise<KeptPicture | undefined>;
}

const NOTHING: State = { picture: undefined, error: undefined, kept: undefined };

/** Sends one picture to the shop as soon as it is chosen. `earlier` is a picture that was kept before. */
export function usePictureUpload(earlier?: KeptPicture): PictureUpload {
  const [state, setState] = useState<State>(() => shown(earlier));
  const sending = useRef<Sending>(undefined);
  useEffect(() => () => sending.current?.controller.abort(), []);

  function giveUp() {
    sending.current?.controller.abort();
    sending.current = undefined;
  }

  function choose(file: File) {
    giveUp();
    const problem = uploadProblem(file);
    if (problem) return setState({ ...shown(state.kept), error: problem });
    const controller = new AbortController();
    setState({ ...NOTHING, picture: { name: file.name, preview: undefined, state: 'sending', progress: 0 } });
    const change = (next: Change) => !controller.signal.aborted && setState(next);
    sending.current = { controller, done: send(file, state.kept, controller.signal, change) };
  }

  function remove() {
    giveUp();
    setState(NOTHING);
  }

  function restore(kept: KeptPicture) {
    giveUp();
    setState(shown(kept));
  }

  const retry = () => state.unsent && choose(state.unsent);
  const finish = async () => (sending.current ? sending.current.done : state.kept);
  const { picture, error, kept } = state;
  return { picture, error, kept, choose, retry, remove, restore, finish };
}

const shown = (kept: KeptPicture | undefined): State =>
  kept ? { picture: { name: kept.name, preview: kept.url, state: 'kept' }, error: undefined, kept } : NOTHING;

type Change = (state: State) => State;

/** Answers what the shop keeps in the end: the file, or `before` when the file was refused. */
async function send(
  file: File,
  before: KeptPicture | undefined,
  signal: AbortSignal,
  change: (next: Change) => void,
): Promise<KeptPicture | undefined> {
  const move = (its: Partial<ChosenPicture>) =>
    change((state) =>
      // A thumbnail that is drawn late does not replace the picture that the shop keeps by now.
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
    const error = answer.failure.errors?.[0]?.message ?? answer.failure.detail;
    if (mayArriveLater(answer.failure)) {
      change(({ picture }) => ({
        ...NOTHING,
        error,
        unsent: file,
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

/** Nothing is wrong with the file: no answer came, or the shop had no room for it at this moment. */
const mayArriveLater = ({ status }: ApiFailure): boolean => status === 0 || status === 429 || status >= 500;
