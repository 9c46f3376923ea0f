import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { href } from 'react-router';
import { PHOTO_REQUIRED, type Profile, UpdateProfile as ProfileUpdate } from '#model/people/profile.ts';
import { api, currentSession, nameOfMine, showProfile } from '#web/api/identity/session.ts';
import { personalStorage, readKept } from '#web/api/personal-storage.ts';
import { PictureField } from '#web/ui/images/picture-field.tsx';
import { FormDialog, QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { TextField } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import type { Tellable } from '#web/ui/people/profile-sheet.tsx';
import { comeBackAfterLogin } from '../identity/after-login.ts';
import { showFailure } from '../identity/show-failure.ts';
import { type KeptPicture, usePictureUpload } from '../images/use-picture-upload.ts';

interface UpdateProfileProps {
  profile: Profile;
  first: Tellable | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Asks before typed text is discarded. */
export function UpdateProfile({ profile, first, onClose, onSaved }: UpdateProfileProps) {
  const { form, upload, photoInput, photoError, changed, submit, forgetDraft } = useProfileForm(profile, onSaved);
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
          onConfirm={() => {
            forgetDraft();
            onClose();
          }}
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
const FIELDS = Told.keyof().options;

function useProfileForm(profile: Profile, onSaved: () => void) {
  const [kept] = useState(() => nameOfMine('profile'));
  const [draft] = useState(() => readKept<Draft>(kept));
  const stored = {
    education: profile.education ?? '',
    location: profile.location ?? '',
    phone: profile.phone ?? '',
    linkedin: profile.linkedin?.replace('https://', '') ?? '',
  };
  const form = useForm({ resolver: zodResolver(Told), mode: 'onTouched', defaultValues: stored });
  const upload = usePictureUpload(
    draft.photo ?? (profile.photo ? { name: 'Your photo', url: profile.photo } : undefined),
  );
  const forgetDraft = () => personalStorage.removeItem(kept);
  useEffect(() => {
    // Not the default values: what is typed differs from what is stored, so closing the form asks.
    for (const name of FIELDS) if (draft[name] !== undefined) form.setValue(name, draft[name], { shouldDirty: true });
  }, [form, draft]);
  const photoInput = useRef<HTMLInputElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const photoError = upload.error ?? (submitted && !upload.picture ? PHOTO_REQUIRED : undefined);
  const photoChanged = upload.error !== undefined || (upload.picture?.preview ?? null) !== profile.photo;
  const changed = form.formState.isDirty || photoChanged;
  const typed = useWatch({ control: form.control });
  useEffect(() => {
    if (!changed) return personalStorage.removeItem(kept);
    const fields = FIELDS.flatMap((name) => (typed[name] === stored[name] ? [] : [[name, typed[name]]]));
    const photo = photoChanged ? { photo: upload.kept } : {};
    personalStorage.setItem(kept, JSON.stringify({ ...Object.fromEntries(fields), ...photo }));
  });

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
      forgetDraft();
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
  return { form, upload, photoInput, photoError, changed, submit, forgetDraft };
}

function noUser(): void {
  comeBackAfterLogin(href('/dashboard'));
  showToast({ tone: 'danger', text: 'No user is logged in' });
}

/** What was typed and neither saved nor discarded. */
type Draft = Readonly<Partial<Record<(typeof FIELDS)[number], string>>> & { readonly photo?: KeptPicture };
