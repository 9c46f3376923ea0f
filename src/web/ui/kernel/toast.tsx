import { type ComponentType, useEffect, useReducer } from 'react';
import type { ToastStackProps, ToastText } from './toast-stack.tsx';

let waiting: readonly ToastText[] = [];
let Stack: ComponentType<ToastStackProps> | undefined;
let show = () => {};

export function showToast(toast: ToastText): void {
  setWaiting([...waiting, toast]);
  fetchStack();
}

/** Rendered once, by the root; its code loads with the first toast. */
export function Toaster() {
  const [, again] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    show = again;
  }, []);
  return Stack && <Stack waiting={waiting} onTaken={clear} />;
}

const clear = () => setWaiting([]);

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

function setWaiting(next: readonly ToastText[]): void {
  waiting = next;
  show();
}
