import { slipPaper } from '#texts/papers.ts';
import { api } from '#web/api/identity/session.ts';
import type { Route } from './+types/packing-slip.ts';
import { loadPaper, PaperFallback, PaperPage, paperLinks } from './paper-page.tsx';

const NAME = 'Packing slip';

export const links: Route.LinksFunction = paperLinks;

const of = ({ no, part = '1' }: Route.ClientLoaderArgs['params']) => ({ params: { id: no as never, part } });

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  loadPaper(() => api.call('getSlip', of(params)), slipPaper);
clientLoader.hydrate = true as const;

export const HydrateFallback = ({ params: { no } }: Route.HydrateFallbackProps) => (
  <PaperFallback no={no} name={NAME} />
);

export default function PackingSlipPage({ loaderData, params }: Route.ComponentProps) {
  const { no, part } = params;
  const makePdf = () => api.call('getSlipPdf', of(params));
  return <PaperPage key={`${no} ${part}`} no={no} name={NAME} found={loaderData.found} makePdf={makePdf} />;
}
