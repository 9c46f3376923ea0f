import { beforeAll, describe, expect, test } from 'vitest';
import { HOLD_MINUTES } from '#model/orders/order-life.ts';
import { begun, ordered, payments } from '../../../tests/harness/own-payments.ts';
import { keptPicture } from '../../../tests/harness/own-picture.ts';
import { ownShop, type Person } from '../../../tests/harness/own-shop.ts';

const shop = await ownShop();
let admin: Person;
beforeAll(async () => {
  admin = await shop.person('admin');
});

const remove = (id: string) => shop.call('deleteTool', { params: { id } }, admin);

describe('deleting a tool', () => {
  test('takes it out of the catalogue, once, however often it is asked for', async () => {
    const tool = await shop.tool();
    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(tool.id)));
    expect(answers.map((it) => it.status)).toEqual(Array(5).fill(200));
    expect(answers.every((it) => it.body.acknowledged)).toBe(true);
    expect(answers.reduce((sum, it) => sum + it.body.deletedCount, 0)).toBe(1);
    expect((await shop.call('getTool', { params: { id: tool.id } })).status).toBe(404);
    const listed = (await shop.call('listTools')).body.map((it: { _id: string }) => it._id);
    expect(listed).not.toContain(tool.id);
    expect([
      ...(await shop.sql`select actor from audit where action = 'tool.deleted' and target = ${tool.id}`),
    ]).toEqual([{ actor: admin.id }]);
  });

  test('of a tool that never was does nothing; of what is no id is refused', async () => {
    const never = await remove('00000000-0000-4000-8000-000000000000');
    expect(never).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 0 } });
    expect((await remove('hammer')).status).toBe(400);
  });

  test('keeps its item number', async () => {
    const typed = {
      name: 'Rasp',
      description: '',
      min_quantity: 5,
      available_quantity: 10,
      price: 7,
      sku: 'HT-RASP-1',
    };
    const body = { ...typed, image: await keptPicture(shop) };
    const first = await shop.call('addTool', { body }, admin);
    expect((await shop.call('addTool', { body }, admin)).body.code).toBe('item_number_taken');
    const small = { ...body, sku: 'ht-rasp-1' };
    expect((await shop.call('addTool', { body: small }, admin)).body.code).toBe('item_number_taken');
    await remove(first.body.insertedId);
    expect((await shop.call('addTool', { body }, admin)).body.code).toBe('item_number_taken');
  });

  test('customers and strangers may not', async () => {
    const tool = await shop.tool();
    expect((await shop.call('deleteTool', { params: { id: tool.id } })).status).toBe(401);
    expect((await shop.call('deleteTool', { params: { id: tool.id } }, await shop.person())).status).toBe(403);
    expect((await shop.call('getTool', { params: { id: tool.id } })).status).toBe(200);
  });

  test('nobody can order it any more; an order that holds its stock still shows it and is paid', async () => {
    const [tool, buyer] = [await shop.tool({ name: 'Old Hammer' }), await shop.person()];
    const order = await ordered(shop, buyer, tool);
    await remove(tool.id);
    const body = { phone: '5550142200', address: '1 Main Street', quantity: 5, tools_price: 10, tools_id: tool.id };
    expect(await shop.call('placeOrder', { body }, buyer)).toMatchObject({ status: 409, body: { code: 'tool_gone' } });
    const { clientSecret, intentId } = await begun(shop, buyer, order);
    await payments(shop).confirm(clientSecret);
    const confirm = { params: { id: order.id }, body: { order_id: order.id, transactionId: intentId } };
    expect((await shop.call('confirmPayment', confirm, buyer)).status).toBe(200);
    const [mine] = (await shop.call('listMyOrders', { params: { email: buyer.email } }, buyer)).body;
    expect(mine).toMatchObject({ tools_name: 'Old Hammer', tools_image: tool.image, paid: true });
  });

  test('once its hold ran out, an unpaid order of it takes no stock again and nothing is charged', async () => {
    const tool = await shop.tool();
    let buyer = await shop.person();
    const order = await ordered(shop, buyer, tool);
    shop.passTime((HOLD_MINUTES + 1) * 60_000);
    await shop.work();
    [admin, buyer] = [await shop.renewed(admin), await shop.renewed(buyer)];
    expect((await remove(tool.id)).body.deletedCount).toBe(1);
    const pay = { body: { price: order.amount, order_id: order.id } };
    expect(await shop.call('createPaymentIntent', pay, buyer)).toMatchObject({
      status: 409,
      body: { code: 'out_of_stock' },
    });
    expect([...(await shop.sql`select available from tool where id = ${tool.id}`)]).toEqual([{ available: 100 }]);
  });
});
