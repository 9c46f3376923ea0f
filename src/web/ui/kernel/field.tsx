import { Field as Base } from '@base-ui/react/field';
import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { Icon } from './icon.tsx';

interface FieldProps {
  label: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
  /** The value before the change, beside the label; undefined while unchanged. */
  was?: ReactNode;
  /** Where the control cannot say so itself, as in a frame of another site. */
  required?: boolean;
  children: ReactNode;
}

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
  label: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
  was?: ReactNode;
}

export interface TextFieldProps extends Texts, Omit<InputHTMLAttributes<HTMLInputElement>, 'defaultValue' | 'value'> {
  value?: string;
  defaultValue?: string;
  /** A prefix outside the value: "$". */
  sign?: string;
  /** A button at its end. */
  beside?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** Without a value it is uncontrolled, read by its ref. */
export function TextField({ label, error, hint, was, sign, beside, ref, ...input }: TextFieldProps) {
  const control = <Base.Control {...input} className="in" ref={ref} />;
  return (
    <Field label={label} error={error} hint={hint} was={was}>
      {sign ? (
        <div className="in-pre">
          <span aria-hidden="true">{sign}</span>
          {control}
        </div>
      ) : beside ? (
        <div className="copyrow">
          {control}
          {beside}
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
  value?: string;
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, error, hint, was, ref, ...textarea }: TextAreaProps) {
  return (
    <Field label={label} error={error} hint={hint} was={was}>
      <Base.Control className="in" render={<textarea {...textarea} ref={ref} />} />
    </Field>
  );
}
