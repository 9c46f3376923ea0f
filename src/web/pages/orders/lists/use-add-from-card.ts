import { href, useNavigate } from 'react-router';
import { useSession } from '#web/api/identity/use-session.ts';
import type { OnAdd } from '#web/ui/catalogue/tool-card.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';

/** Puts what is needed of a tool, or the least that can be ordered, into the order list, whose rules come with the first press. */
export function useAddFromCard(): OnAdd {
  const navigate = useNavigate();
  const session = useSession();
  if (session.status === 'signed-in' && session.admin) return undefined;
  const open = () => void navigate(href('/order-list'));
  return async (toolId, need) => {
    const failure = await import('./add-from-card.ts').then(
      ({ addFromCard }) => addFromCard(toolId, need, open),
      () => 'The connection failed.',
    );
    if (failure) showToast({ tone: 'danger', text: `Not added to your order list. ${failure}` });
  };
}
