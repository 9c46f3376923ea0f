import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { PHOTO_REQUIRED, type Profile, UpdateProfile } from '#model/people/profile.ts';
import { api, currentSession, showProfile } from '#web/api/identity/session.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { showFailure } from '../identity/show-failure.ts';
import { usePictureUpload } from '../images/use-picture-upload.ts';

const Told = UpdateProfile.omit({ name: true, photo: true });

export function useProfileForm(profile: Profile, onSaved: () => void) {
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
