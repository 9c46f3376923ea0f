import { invoicePaper } from '#texts/papers.ts';
import { api } from '#web/api/identity/session.ts';
import type { Route } from './+types/invoice.ts';
import { loadPaper, PaperFallback, PaperPage, paperLinks } from './paper-page.tsx';

const NAME = 'Invoice';

export const links: Route.LinksFunction = paperLinks;

const of = (no: string) => ({ params: { id: no as never } });

export const clientLoader = ({ params: { no } }: Route.ClientLoaderArgs) =>
  loadPaper(() => api.call('getInvoice', of(no)), invoicePaper);
clientLoader.hydrate = true as const;

export const HydrateFallback = ({ params: { no } }: Route.HydrateFallbackProps) => (
  <PaperFallback no={no} name={NAME} />
);

export default function InvoicePage({ loaderData, params: { no } }: Route.ComponentProps) {
  const makePdf = () => api.call('getInvoicePdf', of(no));
  return <PaperPage key={no} no={no} name={NAME} found={loaderData.found} makePdf={makePdf} />;
}
