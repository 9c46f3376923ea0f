import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { SignedIn } from '#model/identity/person.ts';
import { type Order, PlaceOrder } from '#model/orders/order.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { lastContact, recallContact, rememberContact } from './contact.ts';

const ContactForm = PlaceOrder.pick({ phone: true, address: true });

/**
 * Phone and address of an order. Begins with what was typed last, else with the newest order's; takes the server's
 * remarks about the two beside their fields.
 */
export function useContactForm(user: SignedIn, earlier: readonly Order[], failure: ApiFailure | undefined) {
  const form = useForm({
    resolver: zodResolver(ContactForm),
    mode: 'onTouched',
    defaultValues: recallContact(user.uid) ?? { phone: '', address: '' },
  });
  const { phone = '', address = '' } = useWatch({ control: form.control });
  useEffect(() => {
    if (phone || address) rememberContact(user.uid, { phone, address });
  }, [phone, address, user.uid]);
  useEffect(() => {
    const typed = form.getValues();
    const last = lastContact(earlier);
    if (last && !typed.phone && !typed.address) form.reset(last);
  }, [earlier, form]);
  useEffect(() => {
    for (const { field, message } of failure?.errors ?? []) {
      if (field === 'phone' || field === 'address') form.setError(field, { type: 'server', message });
    }
  }, [failure, form]);
  return { form, address };
}
