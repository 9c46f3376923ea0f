import { useEffect, useId, useState } from 'react';
import { api } from '#web/api/identity/session.ts';
import { TextField, type TextFieldProps } from '#web/ui/kernel/field.tsx';

export function CategoryField(field: Omit<TextFieldProps, 'label'>) {
  const list = useId();
  const known = useCategories();
  return (
    <div>
      <TextField {...field} label="Category" autoComplete="off" list={list} />
      <datalist id={list}>
        {known.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </div>
  );
}

/** Empty while loading or when the call fails: a category can be typed without the list. */
function useCategories(): readonly string[] {
  const [known, setKnown] = useState<readonly string[]>([]);
  useEffect(() => {
    let wanted = true;
    void api.call('listCategories', {}).then((answer) => {
      if (wanted && answer.ok) setKnown(answer.value.map(({ category }) => category));
    });
    return () => {
      wanted = false;
    };
  }, []);
  return known;
}
