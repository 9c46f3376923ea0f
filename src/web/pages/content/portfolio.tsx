import { href } from 'react-router';
import { CURRICULUM_VITAE, curriculumVitaeFile, fillPortfolio } from '#model/content/portfolio.ts';
import { formatKilobytes } from '#texts/format.ts';
import { formatLetterDay } from '#texts/format-time.ts';
import { shopContext } from '#web/api/server-context.ts';
import { PortfolioSheet } from '#web/ui/content/portfolio-sheet.tsx';
import { PageForAll } from '#web/ui/kernel/page-for-all.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';
import { portfolio } from '../../../../content/portfolio.ts';
import contentStyles from '../../styles/content.css?url';
import type { Route } from './+types/portfolio.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: contentStyles }];

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  return {
    portfolio: fillPortfolio(portfolio, shop),
    cv: {
      to: CURRICULUM_VITAE.path,
      file: curriculumVitaeFile(portfolio.name),
      about: `${CURRICULUM_VITAE.format}, ${formatKilobytes(await shop.curriculumVitaeBytes())}`,
      updated: formatLetterDay(portfolio.updated),
    },
  };
}

export default function MyPortfilo({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap cv">
      <PageTitle>My Portfilo</PageTitle>
      <PageForAll path={href('/myPortfilo')} title={portfolio.name} description={portfolio.headline} />
      <PortfolioSheet {...loaderData} />
    </main>
  );
}
