import type { ReactNode, Ref } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger';

export interface NoticeProps {
  tone?: NoticeTone;
  title?: string;
  icon?: IconName;
  action?: ReactNode;
  /** `alert` for failures, `status` for news that can wait. */
  role?: 'alert' | 'status';
  className?: string;
  ref?: Ref<HTMLDivElement>;
  children?: ReactNode;
}

const LOOKS: Record<NoticeTone, { icon: IconName; suffix: string }> = {
  info: { icon: 'info', suffix: '' },
  success: { icon: 'check', suffix: ' notice--ok' },
  warning: { icon: 'warn', suffix: ' notice--warn' },
  danger: { icon: 'warn', suffix: ' notice--err' },
};

export function Notice({ tone = 'info', title, icon, action, role, className = '', ref, children }: NoticeProps) {
  const look = LOOKS[tone];
  return (
    <div ref={ref} className={`notice${look.suffix} ${className}`.trim()} role={role}>
      <Icon name={icon ?? look.icon} />
      <span>
        {title && <b>{title}</b>}
        {title && children && ' '}
        {children}
      </span>
      {action}
    </div>
  );
}
