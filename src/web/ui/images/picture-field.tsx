import { Progress } from '@base-ui/react/progress';
import { type ClipboardEvent, type DragEvent, type MouseEvent, type Ref, useId, useState } from 'react';
import { pictureSrcSet } from '#model/images/picture.ts';
import { UPLOAD } from '#model/images/upload.ts';
import { Button } from '../kernel/button.tsx';
import { Icon } from '../kernel/icon.tsx';

export interface ChosenPicture {
  readonly name: string;
  /** The stored picture's address, or a `data:` URL while uploading. */
  readonly preview: string | undefined;
  /** `unsent`: uploading failed and may be retried. */
  readonly state: 'sending' | 'kept' | 'unsent';
  /** Share uploaded, from 0 to 1. */
  readonly progress?: number;
}

interface PictureFieldProps {
  label: string;
  picture: ChosenPicture | undefined;
  error?: string | undefined;
  required?: boolean;
  onChoose: (file: File) => void;
  onRetry: () => void;
  onRemove?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** Takes one picture: chosen, dropped or pasted. The file input stays in the tab order, behind its button. */
export function PictureField({
  label,
  picture,
  error,
  required = false,
  onChoose,
  onRetry,
  onRemove,
  ref,
}: PictureFieldProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const busy = picture?.state === 'sending';

  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onChoose(file);
  };
  function hover(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  }
  function leave(event: DragEvent) {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  }
  function paste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    take(event.clipboardData.files);
  }

  return (
    <div className="field">
      <span className="label" id={`${id}label`}>
        {label}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend into the frame */}
      <div
        role="group"
        aria-labelledby={`${id}label`}
        className={over ? 'drop is-drag' : 'drop'}
        data-invalid={error === undefined ? undefined : true}
        onDragEnter={hover}
        onDragOver={hover}
        onDragLeave={leave}
        onDrop={drop}
        onPaste={paste}
      >
        <Frame picture={picture} over={over} />
        <div className="drop__text">
          <p className={picture || over ? 'drop__name' : undefined}>
            {over ? 'Drop to add' : (picture?.name ?? 'Drop a picture here, or choose a file.')}
          </p>
          {busy ? <Sending progress={picture.progress ?? 0} /> : <Hint id={id} />}
          <div className="drop__acts">
            {picture?.state === 'unsent' && (
              <Button size="sm" variant="ink" onClick={(event) => leaving(event, onRetry)}>
                Try again
              </Button>
            )}
            <input
              ref={ref}
              id={`${id}file`}
              type="file"
              className="sr drop__file"
              accept={UPLOAD.types.join(',')}
              aria-labelledby={`${id}label ${id}choose`}
              aria-describedby={error === undefined ? `${id}hint` : `${id}error`}
              aria-invalid={error === undefined ? undefined : true}
              required={required}
              onChange={({ currentTarget }) => {
                take(currentTarget.files);
                // Allows choosing the same file again after it was removed or refused.
                currentTarget.value = '';
              }}
            />
            <label className="btn btn--sm" htmlFor={`${id}file`} id={`${id}choose`}>
              <span className="btn__label">{picture ? 'Replace' : 'Choose file'}</span>
            </label>
            {picture && onRemove && (
              <Button size="sm" variant="quiet" onClick={(event) => leaving(event, onRemove)}>
                {busy ? 'Cancel' : 'Remove'}
              </Button>
            )}
          </div>
        </div>
      </div>
      {error !== undefined && (
        <p className="err" id={`${id}error`} role="alert">
          <Icon name="warn" />
          {error}
        </p>
      )}
      <p className="sr" role="status">
        {error === undefined && statusOf(picture)}
      </p>
    </div>
  );
}

/** A button that disappears with its action moves the focus to the input. */
function leaving({ currentTarget }: MouseEvent<HTMLElement>, act: () => void) {
  currentTarget.parentElement?.querySelector('input')?.focus();
  act();
}

function Frame({ picture, over }: Pick<PictureFieldProps, 'picture'> & { over: boolean }) {
  return (
    <span className="drop__pic">
      {picture?.preview ? (
        <img
          src={picture.preview}
          srcSet={pictureSrcSet(picture.preview, 'webp')}
          sizes="6rem"
          alt=""
          width="96"
          height="96"
        />
      ) : (
        <Icon name={over ? 'upload' : 'image'} />
      )}
    </span>
  );
}

const Hint = ({ id }: { id: string }) => (
  <p className="hint" id={`${id}hint`}>
    JPG, PNG or WebP, up to {UPLOAD.megabytes}&nbsp;MB
  </p>
);

function Sending({ progress }: { progress: number }) {
  const percent = Math.round(progress * 100);
  return (
    <Progress.Root value={percent} aria-label="Upload">
      <p className="hint">{percent < 100 ? `Uploading, ${percent}%` : 'Uploaded. Being prepared'}</p>
      <Progress.Track className="bar">
        <Progress.Indicator render={<i />} />
      </Progress.Track>
    </Progress.Root>
  );
}

function statusOf(picture: ChosenPicture | undefined): string {
  if (!picture) return '';
  return picture.state === 'sending' ? `Uploading ${picture.name}.` : `${picture.name} is uploaded.`;
}
