import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { SignedIn } from '#model/identity/person.ts';
import { PlacePurchase } from '#model/orders/order.ts';
import type { OrderDefaults } from '#model/orders/order-defaults.ts';
import { Phone } from '#model/people/phone.ts';
import { fieldTexts } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { personalStorage, readKept } from '#web/api/personal-storage.ts';
import { recallContact, rememberContact } from '../contact.ts';

const ListForm = PlacePurchase.omit({ lines: true }).extend({ phone: Phone }).strip();
export type ListDetails = Omit<PlacePurchase, 'lines'>;

const EMPTY = { phone: '', address: '', po_number: '', job: '' };
const FIELDS = ['po_number', 'job', 'phone', 'address'] as const;

const nameOf = (uid: string) => `references:${uid}`;

/** The next purchase starts with this one's. */
export const forgetReferences = (uid: string): void => personalStorage.removeItem(nameOf(uid));

/** Starts with what was typed last in this tab, otherwise with what was ordered with last. */
export function useListForm(user: SignedIn, defaults: OrderDefaults | undefined, failure: ApiFailure | undefined) {
  const form = useForm({
    resolver: zodResolver(ListForm),
    mode: 'onTouched',
    defaultValues: { ...EMPTY, ...recallContact(user.uid), ...recallReferences(user.uid) },
  });
  const { phone = '', address = '', po_number = '', job = '' } = useWatch({ control: form.control });
  useEffect(() => {
    if (phone || address) rememberContact(user.uid, { phone, address });
    // Emptiness counts once something has stood there.
    if (po_number || job || recallReferences(user.uid))
      personalStorage.setItem(nameOf(user.uid), JSON.stringify({ po_number, job }));
  }, [phone, address, po_number, job, user.uid]);
  useEffect(() => {
    const latest = defaults?.latest;
    if (!latest) return;
    const { phone, address, po_number, job } = form.getValues();
    if (!phone && !address) form.reset({ po_number, job, phone: latest.phone, address: latest.address });
    if (!po_number && !job && !recallReferences(user.uid)) {
      form.setValue('po_number', latest.po_number ?? '');
      form.setValue('job', latest.job ?? '');
    }
  }, [defaults, form, user.uid]);
  useEffect(() => {
    for (const { field, text } of failure ? fieldTexts(failure) : []) {
      const name = FIELDS.find((known) => known === field);
      if (name) form.setError(name, { type: 'server', message: text });
    }
  }, [failure, form]);
  return { form, address, poNumber: po_number.trim() };
}

function recallReferences(uid: string): { po_number: string; job: string } | undefined {
  const { po_number, job } = readKept<{ po_number: string; job: string }>(nameOf(uid));
  return typeof po_number === 'string' && typeof job === 'string' ? { po_number, job } : undefined;
}
