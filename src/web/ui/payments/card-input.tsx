import { Field as Base } from '@base-ui/react/field';
import type { FormEvent, InputHTMLAttributes, ReactNode, Ref } from 'react';
import { Field } from '../kernel/field.tsx';
import { digitsOf } from './card-number.ts';

interface CardInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'defaultValue'> {
  label: string;
  error: string | undefined;
  /** `deleting`: the last change removed characters. */
  format?: (text: string, deleting: boolean) => string;
  mark?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** Groups digits while typing and keeps the cursor at its digit. */
export function CardInput({ label, error, format, mark, ref, ...input }: CardInputProps) {
  return (
    <Field label={label} error={error}>
      <div className="in-group">
        <Base.Control
          {...input}
          ref={ref}
          className="in in--card"
          inputMode="numeric"
          onInput={format && ((event: FormEvent<HTMLInputElement>) => reformat(event, format))}
        />
        {mark && <span className="in-ico">{mark}</span>}
      </div>
    </Field>
  );
}

function reformat(event: FormEvent<HTMLInputElement>, format: (text: string, deleting: boolean) => string) {
  const field = event.currentTarget;
  const deleting = (event.nativeEvent as InputEvent).inputType?.startsWith('delete') ?? false;
  const shown = format(field.value, deleting);
  if (shown === field.value) return;
  const atEnd = field.selectionStart === field.value.length;
  const digitsBefore = digitsOf(field.value.slice(0, field.selectionStart ?? 0)).length;
  field.value = shown;
  const place = atEnd ? shown.length : placeAfter(shown, digitsBefore);
  field.setSelectionRange(place, place);
}

function placeAfter(text: string, digits: number): number {
  let place = 0;
  for (let seen = 0; seen < digits && place < text.length; place++) if (/\d/.test(text.charAt(place))) seen++;
  return place;
}
