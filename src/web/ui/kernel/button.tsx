import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { Link, type LinkProps } from './link.tsx';
import { March } from './march.tsx';

interface Look {
  variant?: 'outline' | 'primary' | 'ink' | 'quiet' | 'danger' | 'danger-solid';
  size?: 'sm' | 'md' | 'lg';
  block?: boolean;
  icon?: IconName;
}

export interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Shows marching ticks, keeps the width and ignores clicks. */
  loading?: boolean;
  /** Disabled while the page starts, without looking disabled. */
  waking?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant,
  size,
  block,
  icon,
  loading = false,
  waking = false,
  className,
  children,
  onClick,
  disabled,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (loading) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ variant, size, block }, className)}
      onClick={press}
      disabled={disabled || waking}
      data-waking={waking || undefined}
      data-loading={loading || undefined}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
    >
      {loading && <March />}
      <Label icon={icon}>{children}</Label>
    </button>
  );
}

export function ButtonLink({ variant, size, block, icon, className, children, ...rest }: Look & LinkProps) {
  return (
    <Link {...rest} className={classOf({ variant, size, block }, className)}>
      <Label icon={icon}>{children}</Label>
    </Link>
  );
}

function Label({ icon, children }: { icon: IconName | undefined; children: ReactNode }) {
  return (
    <span className="btn__label">
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}

type Loose<T> = { [K in keyof T]: T[K] | undefined };

function classOf({ variant, size, block }: Loose<Omit<Look, 'icon'>>, className: string | undefined): string {
  return [
    'btn',
    variant && variant !== 'outline' && `btn--${variant}`,
    size && size !== 'md' && `btn--${size}`,
    block && 'btn--block',
    className,
  ]
    .filter(Boolean)
    .join(' ');
}
