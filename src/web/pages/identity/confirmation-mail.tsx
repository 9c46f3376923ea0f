import { useState } from 'react';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { pageHeading } from '../kernel/page-heading.ts';

export function ConfirmationMail({ email, first = false }: { email: string; first?: boolean }) {
  const [sending, setSending] = useState(false);
  async function send() {
    setSending(true);
    const asked = await api.call('requestConfirmation', {});
    setSending(false);
    if (!asked.ok) return showToast({ tone: 'danger', text: failureText(asked.failure) });
    if (asked.value.confirmation === 'mailed')
      return showToast({ tone: 'success', text: `Confirmation mail sent to ${email}` });
    showToast({ tone: 'success', text: 'Your email is confirmed already' });
    // The page waits for the confirmation, and loads again as when its tab is come back to (`useBackToTab`).
    pageHeading()?.focus();
    window.dispatchEvent(new Event('focus'));
  }
  return (
    <Button size="sm" loading={sending} onClick={() => void send()}>
      {first ? 'Send the mail' : 'Send the mail again'}
    </Button>
  );
}
