import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { Icon } from './icon.tsx';

/** Errors stay until dismissed, others five seconds. */
export interface ToastText {
  readonly tone: 'success' | 'danger';
  readonly text: string;
  /** A toast with a button stays longer, and closes when it is pressed. */
  readonly action?: { readonly label: string; readonly onPress: () => void; readonly seconds: number };
}

const manager = Toast.createToastManager();
const MILLISECONDS = 5_000;

function addWithAction(title: string, type: string, action: NonNullable<ToastText['action']>): void {
  const press = () => {
    manager.close(id);
    action.onPress();
  };
  const id = manager.add({
    ...{ title, type, timeout: action.seconds * 1000 },
    actionProps: { children: action.label, onClick: press },
  });
}

interface ToastStackProps {
  waiting: readonly ToastText[];
  onTaken: () => void;
}

/** Hovering or focusing a toast stops its timer. */
export function ToastStack({ waiting, onTaken }: ToastStackProps) {
  useEffect(() => {
    if (waiting.length === 0) return;
    for (const { tone, text, action } of waiting) {
      if (tone === 'danger') manager.add({ title: text, type: tone, priority: 'high', timeout: 0 });
      else if (action) addWithAction(text, tone, action);
      else manager.add({ title: text, type: tone });
    }
    onTaken();
  }, [waiting, onTaken]);
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
      <Toast.Title render={<span />} />
      {toast.actionProps && <Toast.Action className="toast-action" />}
      <Toast.Close aria-label="Dismiss">
        <Icon name="x" small />
      </Toast.Close>
    </Toast.Root>
  ));
}
