import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { SignedIn } from '#model/identity/person.ts';
import { type Order, PlaceOrder } from '#model/orders/order.ts';
import { Phone } from '#model/people/phone.ts';
import { fieldTexts } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { recallWanted } from '../catalogue/wanted-tool.ts';
import { type Contact, lastContact, recallContact, rememberContact } from './contact.ts';

const ContactForm = PlaceOrder.pick({ address: true }).extend({ phone: Phone });

/** What was typed before the session ended, if it was this person's. */
function contactBefore(uid: string): Contact | undefined {
  const before = recallWanted()?.contact;
  return before?.of === uid ? { phone: before.phone, address: before.address } : undefined;
}

/**
 * Starts with what was typed last, otherwise with the newest order's contact.
 * @param onContact called as it is typed
 */
export function useContactForm(
  user: SignedIn,
  earlier: readonly Order[],
  failure: ApiFailure | undefined,
  onContact: (contact: Contact) => void,
) {
  const form = useForm({
    resolver: zodResolver(ContactForm),
    mode: 'onTouched',
    defaultValues: recallContact(user.uid) ?? contactBefore(user.uid) ?? { phone: '', address: '' },
  });
  const { phone = '', address = '' } = useWatch({ control: form.control });
  const tell = useEffectEvent(onContact);
  useEffect(() => {
    tell({ phone, address });
    if (phone || address) rememberContact(user.uid, { phone, address });
  }, [phone, address, user.uid]);
  useEffect(() => {
    const typed = form.getValues();
    const last = lastContact(earlier);
    if (last && !typed.phone && !typed.address) form.reset(last);
  }, [earlier, form]);
  useEffect(() => {
    for (const { field, text } of failure ? fieldTexts(failure) : []) {
      if (field === 'phone' || field === 'address') form.setError(field, { type: 'server', message: text });
    }
  }, [failure, form]);
  return { form, address };
}
