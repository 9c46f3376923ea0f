import { useRevalidator } from 'react-router';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { failureText } from '#texts/failures.ts';
import { PriceSteps } from '#web/ui/catalogue/price-steps.tsx';
import { ToolFormSkeleton } from '#web/ui/catalogue/tool-form-skeleton.tsx';
import { ToolPreview } from '#web/ui/catalogue/tool-preview.tsx';
import { PictureField } from '#web/ui/images/picture-field.tsx';
import { Button } from '#web/ui/kernel/button.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { TextArea, TextField } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { admitAdmin } from '../identity/access.ts';
import type { Route } from './+types/add-tool.ts';
import { CategoryField } from './category-field.tsx';
import { useAddTool } from './use-add-tool.ts';

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
  const { form, ladder, preview, picture, image, submit } = useAddTool();
  const { errors, isSubmitting } = form.formState;
  const soldOut = preview.soldOut && 'Below the minimum: nobody can order it until more comes.';
  return (
    <div className="two two--tool">
      <form className="tool-form" method="post" noValidate onSubmit={submit}>
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
          <TextField
            label="Item number"
            autoComplete="off"
            error={errors.sku?.message}
            hint="May be left out."
            {...form.register('sku')}
          />
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
          onRetry={picture.retry}
          onRemove={image.remove}
        />
        <FormProblem error={errors.root} />
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
