import { expect, test } from 'vitest';
import { payments } from '../../../tests/harness/own-payments.ts';
import { ownShop } from '../../../tests/harness/own-shop.ts';
import { payByLink, promised, regularOf, STEPS } from '../../../tests/harness/promises.ts';

const shop = await ownShop();

test('the page of a link hears whether its payment can still be paid, and nothing of that of another link', async () => {
  const tool = await shop.tool(STEPS);
  async function begunByLink() {
    const { token } = await promised(shop, await regularOf(shop), [{ tool, quantity: 12 }]);
    const { clientSecret } = (await payByLink(shop, token)).body as { clientSecret: string };
    return { token, intentId: clientSecret.split('_secret_')[0] ?? '' };
  }
  const [mine, theirs] = [await begunByLink(), await begunByLink()];
  const ask = async (transactionId: string) =>
    (await shop.call('confirmPromisePayment', { body: { token: mine.token, transactionId } })).body;
  expect(await ask(mine.intentId)).toMatchObject({ paid: false, payable: true });
  expect(await ask(theirs.intentId)).toMatchObject({ code: 'not_this_payment' });
  await payments(shop).cancel(mine.intentId);
  expect(await ask(mine.intentId)).toMatchObject({ code: 'not_payable' });
});
