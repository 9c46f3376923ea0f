import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { failureText, fieldTexts } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';

/** Shows a refusal beside the fields it names, otherwise above the button. */
export function showFailure<T extends FieldValues, O>(form: UseFormReturn<T, unknown, O>, failure: ApiFailure): void {
  const named = fieldTexts(failure).filter(({ field }) => (field.split('.')[0] ?? field) in form.getValues());
  named.forEach(({ field, text }, index) => {
    form.setError(field as Path<T>, { type: 'server', message: text }, { shouldFocus: index === 0 });
  });
  if (named.length === 0) form.setError('root', { type: failure.code, message: failureText(failure) });
}
