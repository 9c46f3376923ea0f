import { useController, useForm, useWatch } from 'react-hook-form';
import { quantityProblem } from '#model/catalogue/quantity.ts';
import { OPTIONAL_FIELDS } from '#model/catalogue/tool-field.ts';
import { readWholeNumber } from '#model/catalogue/whole-number.ts';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { cutText } from '#model/kernel/text.ts';
import { api } from '#web/api/identity/session.ts';
import { keepUnits } from '#web/ui/kernel/keep-units.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { leaveWhenNoAdmin } from '../identity/access.ts';
import { showFailure } from '../identity/show-failure.ts';
import { usePictureUpload } from '../images/use-picture-upload.ts';
import { type TypedTool as ToolTexts, TYPED_FIELDS } from './tool-draft.ts';

type TypedTool = ToolTexts & { readonly available_quantity: string };

const NOTHING = Object.fromEntries([...TYPED_FIELDS, 'available_quantity'].map((field) => [field, ''])) as TypedTool;

/** The form validates nothing itself: the shop does. */
export function useAddTool() {
  const form = useForm<TypedTool>({ defaultValues: NOTHING });
  const picture = usePictureUpload();
  const image = useController({ control: form.control, name: 'image' }).field;
  const typed = useWatch({ control: form.control }) as TypedTool;

  const submit = form.handleSubmit(async (written) => {
    const kept = await picture.finish();
    const given = Object.entries(written).filter(([field, text]) => text.trim() || !OPTIONAL_FIELDS.has(field));
    const body = { ...(Object.fromEntries(given) as TypedTool), image: kept?.url ?? '' };
    const answer = await leaveWhenNoAdmin(await api.call('addTool', { body }));
    if (!answer.ok) return showFailure(form, answer.failure);
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
    preview: { ...previewOf(typed), image: picture.picture?.preview },
    submit,
  };
}

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
    soldOut: known && quantityProblem(minimum, { min: minimum, available }) === 'out-of-stock',
  };
}
