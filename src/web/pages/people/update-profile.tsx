import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { PHOTO_REQUIRED, type Profile, UpdateProfile as ProfileUpdate } from '#model/people/profile.ts';
import { api, currentSession, showProfile } from '#web/api/identity/session.ts';
import { PictureField } from '#web/ui/images/picture-field.tsx';
import { FormDialog, QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { TextField } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import type { Tellable } from '#web/ui/people/profile-sheet.tsx';
import { showFailure } from '../identity/show-failure.ts';
import { usePictureUpload } from '../images/use-picture-upload.ts';

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

const Told = ProfileUpdate.omit({ name: true, photo: true });

function useProfileForm(profile: Profile, onSaved: () => void) {
  const form = useForm({
    resolver: zodResolver(Told),
    mode: 'onTouched',
    defaultValues: {
      education: profile.education ?? '',
      location: profile.location ?? '',
      phone: profile.phone ?? '',
      linkedin: profile.linkedin?.replace('https://', '') ?? '',
    },
  });
  const upload = usePictureUpload(profile.photo ? { name: 'Your photo', url: profile.photo } : undefined);
  const photoInput = useRef<HTMLInputElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const photoError = upload.error ?? (submitted && !upload.picture ? PHOTO_REQUIRED : undefined);
  const photoChanged = upload.error !== undefined || (upload.picture?.preview ?? null) !== profile.photo;

  const save = form.handleSubmit(async (told) => {
    const photo = await upload.finish();
    if (!photo) {
      if (currentSession().status === 'signed-out') noUser();
      else photoInput.current?.focus();
      return;
    }
    const { name, email } = profile;
    const answer = await api.call('updateProfile', { params: { email }, body: { name, ...told, photo: photo.url } });
    if (answer.ok) {
      showProfile({ displayName: name, photoURL: photo.url });
      showToast({ tone: 'success', text: 'Hurrah! Your Profile is Updated' });
      onSaved();
    } else if (answer.failure.status === 401) noUser();
    else showFailure(form, answer.failure);
  });

  function submit(event: FormEvent) {
    setSubmitted(true);
    void save(event);
  }
  return { form, upload, photoInput, photoError, changed: form.formState.isDirty || photoChanged, submit };
}

const noUser = () => showToast({ tone: 'danger', text: 'No user is logged in' });
