import { Field as Base } from '@base-ui/react/field';
import { type KeyboardEvent, useState } from 'react';
import { Field, type TextFieldProps } from './field.tsx';

const CAPS_LOCK = 'Caps Lock is on.';

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
            {capsLock && <span className="hint__caps">{CAPS_LOCK}</span>}
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
        <button className="in-act" type="button" onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
          <span className="sr"> password</span>
        </button>
        <span className="sr" role="status">
          {capsLock && CAPS_LOCK}
        </span>
      </div>
    </Field>
  );
}
