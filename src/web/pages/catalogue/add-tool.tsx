import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldErrors, useController, useForm, useWatch } from 'react-hook-form';
import { href, useRevalidator } from 'react-router';
import { quantityProblem } from '#model/catalogue/quantity.ts';
import { OPTIONAL_FIELDS } from '#model/catalogue/tool-field.ts';
import { readWholeNumber } from '#model/catalogue/whole-number.ts';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { cutText } from '#model/kernel/text.ts';
import { failureText, fieldTexts } from '#texts/failures.ts';
import { lowestPrice } from '#texts/lowest-price.ts';
import { api } from '#web/api/identity/session.ts';
import { admitAdmin, leaveWhenNoAdmin } from '#web/pages/identity/access.ts';
import { showFailure } from '#web/pages/identity/show-failure.ts';
import { usePictureUpload } from '#web/pages/images/use-picture-upload.ts';
import { ArchivedLink } from '#web/ui/catalogue/archived-link.tsx';
import { PriceSteps } from '#web/ui/catalogue/price-steps.tsx';
import { ToolFormSkeleton } from '#web/ui/catalogue/tool-form-skeleton.tsx';
import { ToolPreview } from '#web/ui/catalogue/tool-preview.tsx';
import {
  isBlank,
  readSteps,
  type TypedStep,
  typedLadderErrors,
  typedLadderProblems,
} from '#web/ui/catalogue/typed-ladder.ts';
import { PictureField } from '#web/ui/images/picture-field.tsx';
import { Button } from '#web/ui/kernel/button.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { TextArea, TextField } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { keepUnits } from '#web/ui/kernel/keep-units.ts';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import type { Route } from './+types/add-tool.ts';
import { CategoryField } from './category-field.tsx';
import { dropDraft, keepDraft, recallDraft, TEXT_FIELDS, type TypedTool as ToolTyped } from './tool-draft.ts';

export const clientLoader = () => admitAdmin();
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <>
      <PageHead title="Add Tools" />
      <Loading />
    </>
  );
}

export default function AddTool({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Add Tools" />
      <Content admission={loaderData} />
    </>
  );
}

function Content({ admission }: { admission: Route.ComponentProps['loaderData'] }) {
  const { revalidate, state } = useRevalidator();
  if (admission.ok) return <ToolForm />;
  // A 403 redirects to the login page.
  if (admission.failure.status === 403) return <Loading />;
  return (
    <Failure
      title="This page did not load"
      detail={failureText(admission.failure)}
      onRetry={() => void revalidate()}
      retrying={state === 'loading'}
    />
  );
}

function ToolForm() {
  const { form, ladder, preview, picture, image, archived, isSent, submit } = useAddTool();
  const { errors, isSubmitting } = form.formState;
  const soldOut = preview.soldOut && 'Below the minimum: nobody can order it until more comes.';
  return (
    <div className="two two--tool">
      <form className="tool-form" method="post" noValidate onSubmit={submit}>
        <div inert={isSent}>
          <TextField label="Name" autoComplete="off" error={errors.name?.message} {...form.register('name')} />
          <TextArea
            label="Description"
            error={errors.description?.message}
            hint={`Cards show the first ${SCREEN.cardDescription} characters.`}
            {...form.register('description')}
          />
          <div className="row2 stack">
            <CategoryField
              error={errors.category?.message}
              hint="Choose one of the list, or type a new one. May be left out."
              {...form.register('category')}
            />
            <div>
              <TextField
                label="Item number"
                autoComplete="off"
                error={errors.sku?.message}
                hint="May be left out."
                {...form.register('sku')}
              />
              {errors.sku && archived && (
                <ArchivedLink to={href('/dashboard/manageTools/:toolId', { toolId: archived })} />
              )}
            </div>
          </div>
          <div className="row3">
            <TextField
              label="Minimum quantity"
              inputMode="numeric"
              autoComplete="off"
              error={errors.min_quantity?.message ?? ladder.errors.min_quantity}
              {...form.register('min_quantity')}
            />
            <TextField
              label="Available quantity"
              inputMode="numeric"
              autoComplete="off"
              error={errors.available_quantity?.message}
              hint={soldOut}
              {...form.register('available_quantity')}
            />
            <TextField
              label="Price"
              sign="$"
              inputMode="numeric"
              autoComplete="off"
              error={errors.price?.message}
              {...form.register('price')}
            />
          </div>
          <div className="row2 stack">
            <TextField
              label="Case pack"
              inputMode="numeric"
              autoComplete="off"
              error={errors.pack?.message}
              hint="Only whole packs are ordered. Leave it out for single pieces."
              {...form.register('pack')}
            />
          </div>
          <div className="field">
            <p className="label">Lower prices for larger orders</p>
            <PriceSteps ladder={ladder.typed} errors={ladder.errors} onSteps={ladder.onSteps} />
          </div>
          <PictureField
            label="Image"
            ref={image.ref}
            picture={picture.picture}
            error={picture.error ?? errors.image?.message}
            onChoose={image.choose}
            onRetry={image.retry}
            onRemove={image.remove}
          />
        </div>
        <FormProblem>{errors.root?.message}</FormProblem>
        <Button type="submit" variant="primary" size="lg" loading={isSubmitting}>
          Add tool
        </Button>
      </form>
      <ToolPreview tool={preview} />
    </div>
  );
}

function Loading() {
  return (
    <div className="late" aria-busy="true">
      <ToolFormSkeleton className="two two--tool" />
    </div>
  );
}

type TypedTool = ToolTyped & { readonly available_quantity: string };

const NOTHING = {
  ...Object.fromEntries([...TEXT_FIELDS, 'available_quantity'].map((field) => [field, ''])),
  steps: [],
} as unknown as TypedTool;

const DRAFT = 'new';

const MAY_BE_LEFT_OUT: ReadonlySet<string> = new Set([...OPTIONAL_FIELDS, 'pack', 'backorder_limit']);

/** The form validates nothing itself: the shop does. */
function useAddTool() {
  const [draft] = useState(() => recallDraft(DRAFT));
  const { image: chosen, ...texts } = draft?.fields ?? {};
  const form = useForm<TypedTool>({ defaultValues: { ...NOTHING, ...texts } });
  const picture = usePictureUpload(chosen ? { name: 'Picture chosen before', url: chosen } : undefined);
  const image = useController({ control: form.control, name: 'image' }).field;
  const steps = useController({ control: form.control, name: 'steps' }).field;
  const typed = useWatch({ control: form.control }) as TypedTool;
  // The same until the tool is added: sent again after a lost answer, also after a reload, it is added once.
  const key = useRef(draft?.key);
  const fields = JSON.stringify({ ...typed, image: picture.kept?.url ?? '' });
  const keep = useEffectEvent(() => {
    const at = new Date().toISOString();
    keepDraft(DRAFT, { version: 0, at, fields: JSON.parse(fields), ...(key.current && { key: key.current }) });
  });
  useEffect(() => {
    if (Object.values(JSON.parse(fields) as TypedTool).some(({ length }) => length > 0)) return keep();
    key.current = undefined;
    dropDraft(DRAFT);
  }, [fields]);

  /** The archived tool that has the item number. */
  const [archived, setArchived] = useState<string>();

  /** Once it is sent, nothing of it can be changed here. */
  const [isSent, setSent] = useState(false);

  const submit = form.handleSubmit(async () => {
    const kept = await picture.finish();
    // What was corrected while the picture was on its way counts.
    const written = form.getValues();
    // The shop names a step by its place among those that are sent.
    const whole = written.steps.filter((step) => !isBlank(step));
    form.setValue('steps', whole);
    const given = Object.entries(written).filter(([field, typed]) => `${typed}`.trim() || !MAY_BE_LEFT_OUT.has(field));
    const body = { ...(Object.fromEntries(given) as TypedTool), steps: whole, image: kept?.url ?? '' };
    key.current ??= crypto.randomUUID();
    keep();
    const headers = { 'idempotency-key': key.current };
    const pressed = document.activeElement as HTMLElement | null;
    setSent(true);
    const answer = await leaveWhenNoAdmin(await api.call('addTool', { body, headers }));
    flushSync(() => setSent(false));
    if (document.activeElement === document.body) pressed?.focus();
    if (!answer.ok) {
      const { failure } = answer;
      const { archived: isArchived, id } = failure.figures ?? {};
      setArchived(isArchived && typeof id === 'string' ? id : undefined);
      const isAdded = failure.code === 'idempotency_key_reused';
      if (isAdded) {
        key.current = undefined;
        keep();
      }
      flushSync(() => showFailure(form, isAdded ? { ...failure, figures: { of: 'tool' } } : failure));
      // The steps are one field of the form: it cannot focus one of them.
      if (fieldTexts(failure)[0]?.field.startsWith('steps')) showWrongStep();
      return;
    }
    key.current = undefined;
    form.setFocus('name');
    form.reset(NOTHING);
    picture.restore(undefined);
    showToast({ tone: 'success', text: 'Successfully Added' });
  });

  return {
    form,
    picture,
    archived,
    isSent,
    image: {
      ref: image.ref,
      choose(file: File) {
        form.clearErrors('image');
        picture.choose(file);
      },
      retry() {
        form.clearErrors('image');
        picture.retry();
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
