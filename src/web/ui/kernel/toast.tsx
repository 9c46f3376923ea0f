import { type ComponentType, useEffect, useReducer } from 'react';
import type { ToastStackProps, ToastText } from './toast-stack.tsx';

const waiting: ToastStackProps['waiting'] = [];
let Stack: ComponentType<ToastStackProps> | undefined;
let show = () => {};

/** @param toast null closes all that are there */
export function showToast(toast: ToastText | null): void {
  waiting.push(toast);
  if (toast || Stack) fetchStack();
}

/** Rendered once, by the root; its code loads with the first toast. */
export function Toaster() {
  const [, again] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    show = again;
  }, []);
  return Stack && <Stack waiting={waiting} />;
}

/** Where its code cannot be fetched: again with the next toast, or once there is a connection. */
function fetchStack(): void {
  void import('./toast-stack.tsx')
    .then(
      (its) => its.ToastStack,
      () => {
        addEventListener('online', fetchStack, { once: true });
        return LastText;
      },
    )
    .then((its) => {
      Stack = its;
      show();
    });
}

const LastText = (toasts: ToastStackProps) => (
  <div className="toasts toast" role="alert">
    {toasts.waiting.at(-1)?.text}
  </div>
);
