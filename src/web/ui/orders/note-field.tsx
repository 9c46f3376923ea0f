import { Field as Base } from '@base-ui/react/field';
import type { TextareaHTMLAttributes } from 'react';
import type { TextAreaProps } from '../kernel/field.tsx';
import { Field } from '../kernel/field.tsx';

type NoteFieldProps = Pick<TextAreaProps, 'error' | 'ref'> & TextareaHTMLAttributes<HTMLTextAreaElement>;

/** One line that grows with what is written, with its button in it. */
export const NoteField = ({ error, ref, ...textarea }: NoteFieldProps) => (
  <Field label="Note for admins" error={error}>
    <div className="in-group">
      <Base.Control
        className="in"
        render={<textarea rows={1} placeholder="Buyers do not see it" aria-keyshortcuts="n" {...textarea} ref={ref} />}
      />
      <button className="in-act" type="submit">
        Add
      </button>
    </div>
  </Field>
);
