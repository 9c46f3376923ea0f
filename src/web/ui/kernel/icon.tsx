import sheet from './icons.svg';

/** Names in the icon sheet, each on a 20 px grid. */
export type IconName =
  | 'search'
  | 'down'
  | 'right'
  | 'left'
  | 'x'
  | 'plus'
  | 'minus'
  | 'check'
  | 'grid'
  | 'rows'
  | 'menu'
  | 'user'
  | 'orders'
  | 'star'
  | 'box'
  | 'add'
  | 'shield'
  | 'warn'
  | 'info'
  | 'lock'
  | 'upload'
  | 'download'
  | 'image'
  | 'out'
  | 'sun'
  | 'off'
  | 'filter'
  | 'sort'
  | 'truck'
  | 'cart'
  | 'refresh'
  | 'undo'
  | 'edit'
  | 'copy'
  | 'archive'
  | 'eye'
  | 'list'
  | 'card'
  | 'clock'
  | 'refund'
  | 'file'
  | 'print'
  | 'mail'
  | 'pad'
  | 'bell'
  | 'calendar'
  | 'x-social'
  | 'youtube'
  | 'facebook'
  | 'linkedin';

interface IconProps {
  name: IconName;
  /** 16 px, for chips, errors and dense rows; 20 px by default. */
  small?: boolean;
  className?: string;
}

/** Decorative: the word or label beside it carries the meaning. */
export function Icon({ name, small = false, className }: IconProps) {
  return (
    <svg className={['i', small && 'i-16', className].filter(Boolean).join(' ')} aria-hidden="true">
      <use href={`${sheet}#${name}`} />
    </svg>
  );
}
