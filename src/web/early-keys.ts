/**
 * Catches what is typed from now on, because it belongs to something that is only opening; Escape or a press elsewhere
 * ends that. What is returned ends it too, and says what it was.
 */
export function catchKeys(): () => string {
  let typed = '';
  const end = () => {
    removeEventListener('keydown', take, true);
    removeEventListener('pointerdown', end, true);
  };
  function take(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') return end();
    if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed += event.key;
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  }
  addEventListener('keydown', take, true);
  addEventListener('pointerdown', end, true);
  return () => {
    end();
    return typed;
  };
}
