import { href, useNavigate } from 'react-router';
import { useSession } from '#web/api/identity/use-session.ts';
import { showToast } from '#web/ui/kernel/toast.tsx';

/** Puts the least that can be ordered of a tool into the order list, whose rules come with the first press. */
export function useAddFromCard(): ((toolId: string) => void) | undefined {
  const navigate = useNavigate();
  const session = useSession();
  if (session.status === 'signed-in' && session.admin) return undefined;
  const open = () => void navigate(href('/order-list'));
  return async (toolId) => {
    const failure = await import('./add-from-card.ts').then(
      ({ addFromCard }) => addFromCard(toolId, open),
      () => 'The connection failed.',
    );
    if (failure) showToast({ tone: 'danger', text: `Not added to your order list. ${failure}` });
  };
}
