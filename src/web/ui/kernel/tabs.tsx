import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { formatCount } from '#texts/format.ts';

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly title: string;
  readonly count?: number;
  /** True when there are more than `count`. */
  readonly more?: boolean;
}

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly Tab<Name>[];
  value: Name;
  onChange: (name: Name) => void;
  children: ReactNode;
}

export function Tabs<Name extends string>({ label, tabs, value, onChange, children }: TabsProps<Name>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(name) => onChange(name as Name)}>
      <BaseTabs.List className="tabs" aria-label={label}>
        {tabs.map(({ name, title, count, more }) => (
          <BaseTabs.Tab key={name} value={name}>
            {title}
            {count !== undefined && <span>{`${formatCount(count)}${more ? '+' : ''}`}</span>}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel value={value}>{children}</BaseTabs.Panel>
    </BaseTabs.Root>
  );
}
