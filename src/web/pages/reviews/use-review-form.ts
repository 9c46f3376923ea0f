import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import type { SignedIn } from '#model/identity/person.ts';
import { AddReview } from '#model/reviews/review.ts';
import { api } from '#web/api/identity/session.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { showFailure } from '../identity/show-failure.ts';
import { type ReviewDraft, recallDraft, rememberDraft } from './review-draft.ts';

const WrittenReview = AddReview.pick({ review: true, star: true });

type Written = Pick<AddReview, 'review' | 'star'>;

/** Starts with this tab's draft; empty again once sent. */
export function useReviewForm(user: SignedIn, onSent: (written: Written) => void) {
  const form = useForm<ReviewDraft, unknown, Written>({
    // Without a choice the rating is null, which the schema refuses with the sentence that asks for one.
    resolver: zodResolver(WrittenReview) as never,
    mode: 'onTouched',
    defaultValues: recallDraft(user.uid),
  });
  const draft = useWatch({ control: form.control }) as ReviewDraft;
  const rating = useController({ control: form.control, name: 'star' });
  useEffect(() => rememberDraft(user.uid, draft), [draft, user.uid]);

  const submit = form.handleSubmit(async (written) => {
    const sent = JSON.stringify(form.getValues());
    const { email, displayName: name, photoURL: photo } = user;
    const answer = await api.call('addReview', { body: { ...written, email, name, photo } });
    if (!answer.ok) return showFailure(form, answer.failure);
    // What was typed since may replace it.
    if (JSON.stringify(form.getValues()) === sent) form.reset({ review: '', star: null });
    onSent(written);
    showToast({ tone: 'success', text: 'Thanks for review us!' });
  });
  return { form, draft, rating: rating.field, submit };
}
