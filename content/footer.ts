/** What stands at the foot of every public page. An entry without `to` is plain text. */
interface FooterEntry {
  readonly label: string;
  readonly to?: string;
}

export const footer = {
  tagline: 'Hand tools and power tools in bulk, for trade buyers.',
  note: 'Prices in US dollars, per piece',
  columns: [
    {
      title: 'Services',
      entries: [{ label: 'Branding' }, { label: 'Design' }, { label: 'Marketing' }, { label: 'Advertisement' }],
    },
    {
      title: 'Company',
      entries: [{ label: 'About us' }, { label: 'Contact' }, { label: 'Jobs' }, { label: 'Press kit' }],
    },
    { title: 'Legal', entries: [{ label: 'Terms of use' }, { label: 'Privacy policy' }, { label: 'Cookie policy' }] },
  ],
  /** With an address in `to` an icon becomes a link. */
  social: [
    { label: 'X', icon: 'x-social' },
    { label: 'YouTube', icon: 'youtube' },
    { label: 'Facebook', icon: 'facebook' },
    { label: 'LinkedIn', icon: 'linkedin' },
  ],
} as const satisfies {
  tagline: string;
  note: string;
  columns: readonly { title: string; entries: readonly FooterEntry[] }[];
  social: readonly (FooterEntry & { icon: 'x-social' | 'youtube' | 'facebook' | 'linkedin' })[];
};
