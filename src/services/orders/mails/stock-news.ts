import { formatCount } from '#model/kernel/count.ts';
import type { Letter, Letterhead } from '#model/mail/letter.ts';

/** Tells an admin that fewer pieces of a tool are left than the least that may be ordered. */
export const stockNews = (
  tool: { name: string; available: number; minQuantity: number },
  { origin }: Letterhead,
): Letter => ({
  subject: tool.available === 0 ? `Out of stock: ${tool.name}` : `Low stock: ${tool.name}`,
  preview: `${formatCount(tool.available)} left, and ${formatCount(tool.minQuantity)} are the least that may be ordered.`,
  title: tool.available === 0 ? 'A tool is out of stock' : 'A tool is low on stock',
  paragraphs: [
    'Fewer pieces are left than the least that may be ordered, so nobody can order it now. Pieces that are held for unpaid orders may come back.',
  ],
  facts: [
    { name: 'Tool', value: tool.name },
    { name: 'Available', value: formatCount(tool.available) },
    { name: 'Minimum order', value: formatCount(tool.minQuantity) },
  ],
  action: { label: 'Restock it', url: `${origin}/dashboard/manageTools` },
  notes: ['You can change what you are mailed about: My Profile, "Mail me about".'],
});
