import { useState } from 'react';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';

export function ConfirmationMail({ email, first = false }: { email: string; first?: boolean }) {
  const [sending, setSending] = useState(false);
  async function send() {
    setSending(true);
    const asked = await api.call('requestConfirmation', {});
    setSending(false);
    if (asked.ok) showToast({ tone: 'success', text: `Confirmation mail sent to ${email}` });
    else showToast({ tone: 'danger', text: failureText(asked.failure) });
  }
  return (
    <Button size="sm" loading={sending} onClick={() => void send()}>
      {first ? 'Send the mail' : 'Send the mail again'}
    </Button>
  );
}
