import { href } from 'react-router';
import type { ListFacts } from '#contract/kernel/list-facts.ts';
import { itemNumber } from '#model/catalogue/item-number.ts';
import { quantityProblem } from '#model/catalogue/quantity.ts';
import { comingTo } from '#model/catalogue/restock.ts';
import type { Tool } from '#model/catalogue/tool.ts';
import { SCREEN } from '#model/kernel/shop-facts.ts';
import { cutText } from '#model/kernel/text.ts';
import { lowestPrice } from '#texts/lowest-price.ts';
import { keepUnits } from '#web/ui/kernel/keep-units.ts';

/** A tool as its card shows it. Made on the server, so that the browser gets neither the rules nor the whole text. */
export function toCard(tool: Tool) {
  const { name, image, price, pack, steps, min_quantity: minimum, available_quantity: available } = tool;
  const restock = comingTo(tool, new Date());
  return {
    id: tool._id,
    number: itemNumber(tool),
    name: keepUnits(name),
    image,
    description: keepUnits(cutText(tool.description, SCREEN.cardDescription)),
    available,
    minimum,
    price,
    lowest: lowestPrice(steps),
    sold: { pack, steps, ...(restock && { restock }) },
    soldOut: quantityProblem(minimum, { min: minimum, available }) === 'out-of-stock',
    to: href('/purchase/:toolId', { toolId: tool._id }),
  };
}

/** A page of the catalogue as the home page shows it, from the answer to its call. */
export const toToolCards = (tools: readonly Tool[], { total, next }: ListFacts) => ({
  cards: tools.map(toCard),
  total: total ?? 0,
  next,
});
