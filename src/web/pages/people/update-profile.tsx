import { useState } from 'react';
import type { Profile } from '#model/people/profile.ts';
import { PictureField } from '#web/ui/images/picture-field.tsx';
import { FormDialog, QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { TextField } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import type { Tellable } from '#web/ui/people/profile-sheet.tsx';
import { useProfileForm } from './use-profile-form.ts';

interface UpdateProfileProps {
  profile: Profile;
  first: Tellable | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Asks before typed text is discarded. */
export function UpdateProfile({ profile, first, onClose, onSaved }: UpdateProfileProps) {
  const { form, upload, photoInput, photoError, changed, submit } = useProfileForm(profile, onSaved);
  const [leaving, setLeaving] = useState(false);
  const { errors, isSubmitting } = form.formState;
  return (
    <FormDialog
      open
      onClose={() => (changed ? setLeaving(true) : onClose())}
      title="Update Profile"
      submitLabel="Submit"
      busyLabel="Saving"
      busy={isSubmitting}
      wide
      firstField={first}
      onSubmit={submit}
      nested={
        <QuestionDialog
          open={leaving}
          onOpenChange={setLeaving}
          title="Discard your changes?"
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          destructive
          onConfirm={onClose}
        >
          What you typed in Update Profile was not saved.
        </QuestionDialog>
      }
    >
      <p>All fields are required.</p>
      <div className="row2 stack">
        <TextField
          label="Education"
          placeholder="School or qualification"
          aria-required
          error={errors.education?.message}
          {...form.register('education')}
        />
        <TextField
          label="Location"
          autoComplete="address-level2"
          placeholder="City, country"
          aria-required
          error={errors.location?.message}
          {...form.register('location')}
        />
        <TextField
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          aria-required
          hint="An extension goes behind: ext. 12 or #12."
          error={errors.phone?.message}
          {...form.register('phone')}
        />
        <TextField
          label="LinkedIn"
          inputMode="url"
          autoComplete="url"
          placeholder="linkedin.com/in/"
          aria-required
          error={errors.linkedin?.message}
          {...form.register('linkedin')}
        />
      </div>
      <PictureField
        label="Photo"
        required
        picture={upload.picture}
        error={photoError}
        onChoose={upload.choose}
        onRetry={upload.retry}
        onRemove={upload.remove}
        ref={photoInput}
      />
      <FormProblem className="dialog__problem">{errors.root?.message}</FormProblem>
    </FormDialog>
  );
}
