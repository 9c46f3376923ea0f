import { href } from 'react-router';
import { categoryAddress } from '#model/catalogue/category-address.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { ApiFailure, PublicClient } from '#web/api/client.ts';
import { ToolCard } from '#web/ui/catalogue/tool-card.tsx';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import { PageForNobodyElse } from '#web/ui/kernel/page-for-all.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';
import { toCard } from '../catalogue/home-data.ts';

interface GoneToolProps {
  name: string;
  category: string | null;
  cards: ReturnType<typeof toCard>[];
}

export async function loadGoneTool(
  api: PublicClient,
  id: string,
  answer: Outcome<Tool, ApiFailure>,
): Promise<GoneToolProps | undefined> {
  if (answer.ok || answer.failure.code !== 'tool_not_found') return undefined;
  const instead = await api.call('getAlternatives', { params: { id } });
  if (!instead.ok || !instead.value.deleted) return undefined;
  const { name, category, tools } = instead.value;
  return { name, category, cards: tools.map(toCard) };
}

export function GoneTool({ name, category, cards }: GoneToolProps) {
  return (
    <main id="main" className="wrap gone-tool">
      <PageTitle>{`${name} is no longer sold`}</PageTitle>
      <PageForNobodyElse />
      <h1 className="h1">{name}</h1>
      <p className="lead mt-4">This tool is no longer sold. Orders that have it stay as they are.</p>
      {cards.length > 0 && (
        <section className="mt-12" aria-labelledby="instead">
          <h2 className="h2 mb-6" id="instead">
            {category ? `Others of ${category}` : 'New in the shop'}
          </h2>
          <div className="lattice lattice--three">
            {cards.map((card) => (
              <ToolCard key={card.id} tool={card} />
            ))}
          </div>
        </section>
      )}
      <p className="mt-8 next-steps">
        {category && cards.length > 0 && (
          <ButtonLink to={categoryAddress(category)} variant="ink">
            All of {category}
          </ButtonLink>
        )}
        <ButtonLink to={`${href('/')}#tools`}>See all tools</ButtonLink>
      </p>
    </main>
  );
}
