import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import { data, href, Link, redirect, useNavigate, useSearchParams } from 'react-router';
import { categoryAddress } from '#model/catalogue/category-address.ts';
import { itemNumber } from '#model/catalogue/item-number.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import type { Outcome } from '#model/kernel/outcome.ts';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { cutText } from '#model/kernel/text.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure, PublicClient } from '#web/api/client.ts';
import { api, loadSession } from '#web/api/identity/session.ts';
import { apiContext } from '#web/api/server-context.ts';
import { toCard } from '#web/pages/catalogue/home-data.ts';
import { factsOfTool } from '#web/pages/catalogue/search-engine-facts.ts';
import { rememberWanted } from '#web/pages/catalogue/wanted-tool.ts';
import { useAskedSession } from '#web/pages/identity/use-asked-session.ts';
import purchaseStyles from '#web/styles/purchase.css?url';
import { PurchaseTool } from '#web/ui/catalogue/purchase-tool.tsx';
import { ToolCard } from '#web/ui/catalogue/tool-card.tsx';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { PageForAll, PageForNobodyElse } from '#web/ui/kernel/page-for-all.tsx';
import { PageTitle, ShopContext } from '#web/ui/kernel/page-title.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { StructuredData } from '#web/ui/kernel/structured-data.tsx';
import type { Route } from './+types/purchase.ts';
import { PurchaseForm } from './purchase-form.tsx';
import { askForTool } from './tool-ahead.ts';
import { quantityIn } from './use-quantity.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: purchaseStyles }];

/** The same for everybody. An unknown or invalid id is a 404. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(apiContext);
  const answer = await shop.call('getTool', { params: { id: params.toolId } });
  const gone = await loadGoneTool(shop, params.toolId, answer);
  // 404 for search engines; people see alternatives.
  return gone ? data({ gone }, { status: 404 }) : data(orNone(answer));
}

/** The signed-out are redirected to login when they come from another page. */
export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const [session, answer] = await Promise.all([loadSession(), askForTool(params.toolId)]);
  const gone = await loadGoneTool(api, params.toolId, answer);
  if (gone) return { gone };
  const loaded = orNone(answer);
  if (session.status !== 'signed-out') return loaded;
  const quantity = quantityIn(new URL(request.url).searchParams);
  rememberWanted({ id: loaded.tool._id, name: loaded.tool.name, quantity });
  throw redirect(href('/login'));
}

function orNone(answer: Outcome<Tool, ApiFailure>) {
  if (answer.ok) return { tool: answer.value };
  const { status } = answer.failure;
  throw data(failureText(answer.failure), { status: status === 400 || status === 404 || status === 422 ? 404 : 503 });
}

export default function PurchasePage({ loaderData }: Route.ComponentProps) {
  return 'gone' in loaderData ? <GoneTool {...loaderData.gone} /> : <Purchase loaded={loaderData.tool} />;
}

function Purchase({ loaded }: { loaded: Tool }) {
  // Fresh numbers after a refused order; dropped with the page's tool.
  const [fresh, setFresh] = useState<Tool>();
  const tool = fresh?._id === loaded._id ? fresh : loaded;
  const shop = use(ShopContext);
  return (
    <main id="main" className="wrap purchase">
      <PageTitle>{tool.name}</PageTitle>
      <PageForAll
        path={href('/purchase/:toolId', { toolId: tool._id })}
        title={tool.name}
        description={cutText(tool.description, SCREEN.cardDescription)}
        picture={tool.image}
      />
      <StructuredData facts={import.meta.env.SSR ? () => factsOfTool(toCard(tool), shop) : undefined} />
      <p className="small purchase__back">
        <Link className="soft" to={{ pathname: href('/'), hash: 'tools' }}>
          <Icon name="left" small />
          Our Tools
        </Link>
      </p>
      <div className="buy">
        <PurchaseTool tool={tool} />
        <PersonalPart tool={tool} onFreshTool={setFresh} />
      </div>
    </main>
  );
}

function PersonalPart({ tool, onFreshTool }: { tool: Tool; onFreshTool: (tool: Tool) => void }) {
  const { session, unreachable, ask } = useAskedSession();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const quantity = useRef(quantityIn(params));
  const { status } = session;
  const left = session.status === 'signed-out' && session.ended === 'chosen';
  const { _id: id, name } = tool;
  useEffect(() => {
    if (status !== 'signed-out') return;
    // Home offers a link back, but not after a deliberate logout.
    if (!left) rememberWanted({ id, name, quantity: quantity.current });
    void navigate(href('/login'), { replace: true });
  }, [status, left, id, name, navigate]);

  if (session.status === 'signed-in') {
    const { user, admin } = session;
    return (
      <OrderDocket item={itemNumber(tool)}>
        <PurchaseForm
          key={`${user.uid} ${id}`}
          tool={tool}
          onFreshTool={onFreshTool}
          onQuantity={(chosen) => {
            quantity.current = chosen;
          }}
          user={user}
          admin={admin}
        />
      </OrderDocket>
    );
  }
  return (
    <OrderDocket item={itemNumber(tool)} busy={!unreachable}>
      {unreachable ? (
        <Failure
          title="The order form did not load"
          detail="The shop cannot be reached. Check your connection and try again."
          onRetry={ask}
        />
      ) : (
        <PurchaseSkeleton />
      )}
    </OrderDocket>
  );
}

interface GoneToolProps {
  name: string;
  category: string | null;
  cards: ReturnType<typeof toCard>[];
}

async function loadGoneTool(
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

function GoneTool({ name, category, cards }: GoneToolProps) {
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

function PurchaseSkeleton() {
  return (
    <>
      <p className="sr">Loading the order form</p>
      <Box tall />
      <div className="docket__cut" />
      <div className="row2 stack who2">
        <Box />
        <Box />
      </div>
      <Box />
      <Box tall />
      <Skeleton className="purchase__sk-button" />
    </>
  );
}

function Box({ tall = false }: { tall?: boolean }) {
  return (
    <div className="field">
      <Skeleton className="purchase__sk-label" />
      <Skeleton className={tall ? 'purchase__sk-area' : 'purchase__sk-line'} />
    </div>
  );
}

interface OrderDocketProps {
  /** The tool's SKU or the end of its id. */
  item: string;
  busy?: boolean;
  children: ReactNode;
}

function OrderDocket({ item, busy = false, children }: OrderDocketProps) {
  return (
    <section className="docket buy__form" aria-label="Your order" aria-busy={busy || undefined}>
      <div className="docket__head">
        <h2 className="h3">Your order</h2>
        <span className="id">{item}</span>
      </div>
      <div className="docket__body">{children}</div>
    </section>
  );
}
