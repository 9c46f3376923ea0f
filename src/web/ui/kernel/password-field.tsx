import { Field as Base } from '@base-ui/react/field';
import { type KeyboardEvent, useState } from 'react';
import { Field, type TextFieldProps } from './field.tsx';

export function PasswordField({ label, error, hint, ref, ...input }: Omit<TextFieldProps, 'type' | 'value'>) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false);
  return (
    <Field
      label={label}
      error={error}
      hint={
        (hint || capsLock) && (
          <>
            {hint}
            {capsLock && <span className="hint__caps">Caps Lock is on.</span>}
          </>
        )
      }
    >
      <div className="in-group">
        <Base.Control
          {...input}
          ref={ref}
          className="in"
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
        />
        <button className="in-act" type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
    </Field>
  );
}
