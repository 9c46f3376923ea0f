import { Email } from '#model/kernel/email.ts';
import type { Context } from '#services/kernel/context.ts';
import { type LineWanted, placePurchase } from '#services/orders/place-purchase.ts';
import { examineShop } from '#services/reports/examine-shop.ts';
import type { Person, TestShop } from './own-shop.ts';

export const CONTACT = { phone: '5550142200', address: '1 Main Street' };

export type Tool = Awaited<ReturnType<TestShop['tool']>>;

export const line = (
  tool: Pick<Tool, 'id' | 'minQuantity' | 'price'>,
  quantity = tool.minQuantity,
  price = tool.price,
): LineWanted => ({
  toolId: tool.id,
  quantity,
  price,
});

/** Places by the service; `its` is what the shop or the request has of its own. */
export function place(
  { context }: Pick<TestShop, 'context'>,
  who: Person,
  lines: readonly LineWanted[],
  its: Partial<Pick<Context, 'limits' | 'offer'>> & { key?: string; phone?: string; network?: string } = {},
) {
  const { key, phone = CONTACT.phone, network = 'of a test', ...settings } = its;
  const customer = { id: who.id, name: who.name, email: Email.parse(who.email), network };
  return placePurchase({ ...context, ...settings }, customer, { ...CONTACT, phone, lines }, key);
}

/** The answer of a purchase that is placed. */
export async function placed(...its: Parameters<typeof place>) {
  const answer = await place(...its);
  if (!answer.ok) throw new Error(`Not placed: ${JSON.stringify(answer.failure)}`);
  return answer.value;
}

type Many<N extends number, All extends Tool[] = []> = number extends N
  ? Tool[]
  : All['length'] extends N
    ? All
    : Many<N, [...All, Tool]>;

/** So many tools, each with its own stock. */
export const toolsOf = <N extends number>(shop: TestShop, count: N, its: Parameters<TestShop['tool']>[0] = {}) =>
  Promise.all(Array.from({ length: count }, () => shop.tool(its))) as unknown as Promise<Many<N>>;

/** What the doctor finds. */
export const findings = async ({ context }: Pick<TestShop, 'context'>): Promise<string[]> =>
  (await examineShop(context.db, context.clock)).map(({ broken, ids }) => `${broken.name}: ${ids.join()}`);
