import { Toast } from '@base-ui/react/toast';
import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';

/** Errors stay until dismissed, others five seconds. */
export interface ToastText {
  readonly tone: 'success' | 'danger';
  readonly text: string;
  /** It takes the place of the last one of its kind, so that many in a row do not pile up. */
  readonly kind?: string;
  /** A toast with a button stays for these seconds, without them until it is dismissed, and closes when it is pressed. */
  readonly action?: { readonly label: string; readonly onPress: () => void; readonly seconds?: number };
}

const manager = Toast.createToastManager();
const MILLISECONDS = 5_000;

/** Milliseconds that the empty region stands before the first toast: screen readers read out only what changes in one. */
const REGION_FIRST = 100;

function addWithAction({ text, tone, kind }: ToastText, action: NonNullable<ToastText['action']>): void {
  const press = () => {
    manager.close(id);
    action.onPress();
  };
  const id = manager.add({
    ...{ title: text, type: tone, timeout: (action.seconds ?? 0) * 1000 },
    ...(kind && { id: kind }),
    actionProps: { children: action.label, onClick: press },
  });
}

/** The library's own key for it is F6. */
function goToToasts(event: KeyboardEvent): void {
  if (event.key === 'F8') dispatchEvent(new KeyboardEvent('keydown', { key: 'F6' }));
}

export interface ToastStackProps {
  /** What is shown is taken out of it; null closes all. */
  waiting: (ToastText | null)[];
}

/** Hovering or focusing a toast stops its timer. */
export function ToastStack({ waiting }: ToastStackProps) {
  const [stands, setStands] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setStands, REGION_FIRST, true);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!stands) return;
    for (const toast of waiting.splice(0)) {
      if (!toast) {
        manager.close();
        continue;
      }
      const { tone, text, action } = toast;
      if (action) addWithAction(toast, action);
      else if (tone === 'danger') manager.add({ title: text, type: tone, priority: 'high', timeout: 0 });
      else manager.add({ title: text, type: tone });
    }
  });
  useEffect(() => {
    addEventListener('keydown', goToToasts);
    return () => removeEventListener('keydown', goToToasts);
  }, []);
  return (
    <Toast.Provider toastManager={manager} timeout={MILLISECONDS} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['right', 'down']}
      className={toast.type === 'danger' ? 'toast toast--err' : 'toast'}
    >
      <Icon name={toast.type === 'danger' ? 'warn' : 'check'} className="lead-i" />
      <span>
        <Toast.Title render={<span />} /> {toast.actionProps && <Toast.Action className="toast-action" />}
      </span>
      <Toast.Close aria-label="Dismiss">
        <Icon name="x" small />
      </Toast.Close>
    </Toast.Root>
  ));
}
