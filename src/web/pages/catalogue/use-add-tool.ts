import { flushSync } from 'react-dom';
import { type FieldErrors, useController, useForm, useWatch } from 'react-hook-form';
import { quantityProblem } from '#model/catalogue/quantity.ts';
import { OPTIONAL_FIELDS } from '#model/catalogue/tool-field.ts';
import { readWholeNumber } from '#model/catalogue/whole-number.ts';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { cutText } from '#model/kernel/text.ts';
import { fieldTexts } from '#texts/failures.ts';
import { lowestPrice } from '#texts/lowest-price.ts';
import { api } from '#web/api/identity/session.ts';
import {
  isBlank,
  readSteps,
  type TypedStep,
  typedLadderErrors,
  typedLadderProblems,
} from '#web/ui/catalogue/typed-ladder.ts';
import { keepUnits } from '#web/ui/kernel/keep-units.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { leaveWhenNoAdmin } from '../identity/access.ts';
import { showFailure } from '../identity/show-failure.ts';
import { usePictureUpload } from '../images/use-picture-upload.ts';
import { TEXT_FIELDS, type TypedTool as ToolTyped } from './tool-draft.ts';

type TypedTool = ToolTyped & { readonly available_quantity: string };

const NOTHING = {
  ...Object.fromEntries([...TEXT_FIELDS, 'available_quantity'].map((field) => [field, ''])),
  steps: [],
} as unknown as TypedTool;

const MAY_BE_LEFT_OUT: ReadonlySet<string> = new Set([...OPTIONAL_FIELDS, 'pack', 'backorder_limit']);

/** The form validates nothing itself: the shop does. */
export function useAddTool() {
  const form = useForm<TypedTool>({ defaultValues: NOTHING });
  const picture = usePictureUpload();
  const image = useController({ control: form.control, name: 'image' }).field;
  const steps = useController({ control: form.control, name: 'steps' }).field;
  const typed = useWatch({ control: form.control }) as TypedTool;

  const submit = form.handleSubmit(async (written) => {
    const kept = await picture.finish();
    // The shop names a step by its place among those that are sent.
    const whole = written.steps.filter((step) => !isBlank(step));
    form.setValue('steps', whole);
    const given = Object.entries(written).filter(([field, typed]) => `${typed}`.trim() || !MAY_BE_LEFT_OUT.has(field));
    const body = { ...(Object.fromEntries(given) as TypedTool), steps: whole, image: kept?.url ?? '' };
    const answer = await leaveWhenNoAdmin(await api.call('addTool', { body }));
    if (!answer.ok) {
      const { failure } = answer;
      flushSync(() => showFailure(form, failure));
      // The steps are one field of the form: it cannot focus one of them.
      if (fieldTexts(failure)[0]?.field.startsWith('steps')) showWrongStep();
      return;
    }
    form.setFocus('name');
    form.reset(NOTHING);
    picture.remove();
    showToast({ tone: 'success', text: 'Successfully Added' });
  });

  return {
    form,
    picture,
    image: {
      ref: image.ref,
      choose(file: File) {
        form.clearErrors('image');
        picture.choose(file);
      },
      remove() {
        form.clearErrors('image');
        picture.remove();
      },
    },
    ladder: {
      typed,
      errors: { ...typedLadderErrors(typed), ...stepErrors(form.formState.errors.steps) },
      onSteps(changed: TypedStep[]) {
        form.clearErrors('steps');
        steps.onChange(changed);
      },
    },
    preview: { ...previewOf(typed), image: picture.picture?.preview },
    submit,
  };
}

const showWrongStep = () => document.querySelector<HTMLElement>('.ladder [aria-invalid=true]')?.focus();

/** By the names that the shop has for them: "steps.0.from". */
const stepErrors = (errors: FieldErrors<TypedTool>['steps']): Record<string, string | undefined> =>
  Object.fromEntries(
    (Object.entries(errors ?? {}) as [string, FieldErrors<TypedStep> | undefined][]).flatMap(([place, wrong]) => [
      [`steps.${place}.from`, wrong?.from?.message],
      [`steps.${place}.price`, wrong?.price?.message],
    ]),
  );

function previewOf(typed: TypedTool) {
  const [minimum, available] = [readWholeNumber(typed.min_quantity), readWholeNumber(typed.available_quantity)];
  const known = minimum !== undefined && available !== undefined;
  return {
    number: typed.sku.trim() || 'New',
    name: keepUnits(typed.name.trim()) || 'Your tool',
    description: keepUnits(cutText(typed.description.trim(), SCREEN.cardDescription)),
    available,
    minimum,
    price: readWholeNumber(typed.price),
    lowest: typedLadderProblems(typed).length === 0 ? lowestPrice(readSteps(typed.steps)) : undefined,
    soldOut: known && quantityProblem(minimum, { min: minimum, available }) === 'out-of-stock',
  };
}
