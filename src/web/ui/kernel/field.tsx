import { Field as Base } from '@base-ui/react/field';
import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { Icon } from './icon.tsx';

interface FieldProps {
  label: string;
  /** What is wrong. Takes the place of the hint. */
  error?: string | undefined;
  hint?: ReactNode;
  /** What it was before it was changed, to be shown beside the label; undefined while it is as it was. */
  was?: ReactNode;
  /** Marks it where the control cannot say so itself, as in a frame of another site. */
  required?: boolean;
  children: ReactNode;
}

/** Label above, control, hint or error below, tied together for assistive technology. */
export function Field({ label, error, hint, was, required = false, children }: FieldProps) {
  return (
    <Base.Root
      className={was === undefined ? 'field' : 'field is-changed'}
      data-required={required || undefined}
      invalid={error !== undefined}
    >
      <Base.Label>{label}</Base.Label>
      {was !== undefined && <span className="was">{was}</span>}
      {children}
      {error === undefined && hint && <Base.Description className="hint">{hint}</Base.Description>}
      <Base.Error className="err" match={error !== undefined} render={<p />}>
        <Icon name="warn" />
        {error}
      </Base.Error>
    </Base.Root>
  );
}

interface Texts {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  was?: ReactNode;
}

export interface TextFieldProps extends Texts, Omit<InputHTMLAttributes<HTMLInputElement>, 'defaultValue' | 'value'> {
  value?: string;
  defaultValue?: string;
  /** A sign before the text, which is no part of it: "$". */
  sign?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A field of one line. Without a value the form reads it by its ref. */
export function TextField({ label, error, hint, was, sign, ref, ...input }: TextFieldProps) {
  const control = <Base.Control {...input} className="in" ref={ref} />;
  return (
    <Field label={label} error={error} hint={hint} was={was}>
      {sign ? (
        <div className="in-pre">
          <span aria-hidden="true">{sign}</span>
          {control}
        </div>
      ) : (
        control
      )}
    </Field>
  );
}

export interface TextAreaProps
  extends Texts,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'defaultValue' | 'value'> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** A field of several lines. */
export function TextArea({ label, error, hint, was, ref, ...textarea }: TextAreaProps) {
  return (
    <Field label={label} error={error} hint={hint} was={was}>
      <Base.Control className="in" render={<textarea {...textarea} ref={ref} />} />
    </Field>
  );
}
