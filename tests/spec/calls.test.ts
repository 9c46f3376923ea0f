import { beforeAll, expect } from 'vitest';
import { type Heard, newCustomer, type Somebody, send, theAdmin } from '../harness/people.ts';
import { pictureForm } from '../harness/sample-picture.ts';
import { confirmCard, expectOk, orderOf, payFor, toolNamed } from '../harness/shopping.ts';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

let customer: Somebody;
let other: Somebody;
let admin: Somebody;
beforeAll(async () => {
  [customer, other, admin] = await Promise.all([newCustomer(origin), newCustomer(origin), theAdmin(origin)]);
});

const ask = (method: string, path: string, body?: unknown) => send(origin, method, path, body);

spec(['7 GET /admin/{email}', '3 admin.answer'], 'true or false with a bearer token; 401 without one', async () => {
  expect(await customer.call('GET', `/admin/${customer.email}`)).toMatchObject({ status: 200, body: { admin: false } });
  expect((await admin.call('GET', `/admin/${admin.email}`)).body).toEqual({ admin: true });
  expect((await ask('GET', `/admin/${customer.email}`)).status).toBe(401);
});

spec('7 PUT /user/{email}', 'a session gets a token; nobody else does', async () => {
  const { name, value } = customer.cookie;
  const cookie = { cookie: `${name}=${value}` };
  const issued = await send(origin, 'PUT', `/user/${customer.email}`, { email: customer.email }, cookie);
  expect(expectOk(issued).token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect((await send(origin, 'PUT', `/user/${other.email}`, { email: other.email }, cookie)).status).toBe(403);
  expect((await ask('PUT', `/user/${customer.email}`, { email: customer.email })).status).toBe(401);
});

spec(['7 GET /tools', '3 tool.fields'], 'an array, the oldest first, each tool with its fields', async () => {
  const tools = expectOk(await ask('GET', '/tools'));
  expect(tools.length).toBeGreaterThanOrEqual(28);
  for (const tool of tools) {
    expect(tool).toMatchObject({
      ...{ _id: expect.any(String), name: expect.any(String), image: expect.any(String) },
      description: expect.any(String),
    });
    for (const number of [tool.min_quantity, tool.available_quantity, tool.price])
      expect(Number.isInteger(number)).toBe(true);
  }
});

spec('7 GET /tools/{id}', 'a tool; 404 for one that is not there', async () => {
  const [tool] = expectOk(await ask('GET', '/tools'));
  expect((await ask('GET', `/tools/${tool._id}`)).body).toEqual(tool);
  expect((await ask('GET', `/tools/${tool._id.replace(/.$/, tool._id.endsWith('0') ? '1' : '0')}`)).status).toBe(404);
});

spec(
  ['7 POST /orders', '3 order.fields'],
  'acknowledged; name, picture and price are those of the catalogue',
  async () => {
    const tool = await toolNamed(origin, 'G-Clamp');
    const body = {
      ...{ name: customer.name, email: customer.email, phone: '5550142200', address: '1 Main Street', quantity: 20 },
      ...{ tools_name: 'another', tools_image: 'another', tools_price: tool.price, tools_id: tool._id },
    };
    const placed = expectOk(await customer.call('POST', '/orders', body));
    expect(placed).toMatchObject({ acknowledged: true, insertedId: expect.any(String) });
    expect((await customer.call('GET', `/orders/${placed.insertedId}`)).body).toMatchObject({
      ...{ _id: placed.insertedId, name: customer.name, email: customer.email, phone: '5550142200' },
      ...{ address: '1 Main Street', quantity: 20, tools_name: tool.name, tools_price: 8, tools_id: tool._id },
      ...{ tools_image: expect.stringMatching(/^\/images\//), paid: false, shipping: false, transactionId: null },
    });
    expect((await ask('POST', '/orders', body)).status).toBe(401);
  },
);

spec('7 GET /myorders/{email}', "one's own orders, and nobody else's", async () => {
  const order = await orderOf(origin, other, { tool: 'Spirit Level' });
  const mine = expectOk(await other.call('GET', `/myorders/${other.email}`));
  expect(mine.map((one: { _id: string }) => one._id)).toContain(order._id);
  expect((await customer.call('GET', `/myorders/${other.email}`)).status).toBe(403);
});

spec('7 GET /orders/{id}', "one's own order; another's is not there", async () => {
  const order = await orderOf(origin, other, { tool: 'Spirit Level' });
  expect((await other.call('GET', `/orders/${order._id}`)).body._id).toBe(order._id);
  expect([403, 404]).toContain((await customer.call('GET', `/orders/${order._id}`)).status);
});

spec('7 POST /create-payment-intent', 'the price alone answers a secret', async () => {
  const buyer = await newCustomer(origin);
  const order = await orderOf(origin, buyer, { tool: 'Spirit Level' });
  const begun = expectOk(await buyer.call('POST', '/create-payment-intent', { price: order.amount }));
  expect(begun.clientSecret).toMatch(/^pi_\w+_secret_\w+$/);
});

spec('7 PATCH /paymentOrders/{id}', 'a paid transaction pays the order; an invented one does not', async () => {
  const buyer = await newCustomer(origin);
  const order = await orderOf(origin, buyer, { tool: 'Spirit Level' });
  const tell = (transactionId: string) =>
    buyer.call('PATCH', `/paymentOrders/${order._id}`, { order_id: order._id, transactionId });
  expect((await tell('pi_invented')).status).toBeGreaterThanOrEqual(400);
  const begun = expectOk(await buyer.call('POST', '/create-payment-intent', { price: order.amount }));
  const transactionId = await confirmCard(origin, begun.clientSecret);
  expect(expectOk(await tell(transactionId))).toMatchObject({ acknowledged: true, paid: true });
  expect((await buyer.call('GET', `/orders/${order._id}`)).body).toMatchObject({ paid: true, transactionId });
});

spec('7 GET /profile/{email}', "one's own profile by a bearer token", async () => {
  const { email, name } = customer;
  expect(expectOk(await customer.call('GET', `/profile/${email}`))).toMatchObject({ email, name });
  expect((await ask('GET', `/profile/${email}`)).status).toBe(401);
  expect((await other.call('GET', `/profile/${email}`)).status).toBe(403);
});

spec('7 PUT /profile/{email}', 'acknowledged, and kept', async () => {
  const buyer = await newCustomer(origin);
  const photo = expectOk(await buyer.call('POST', '/images', await pictureForm())).data.url;
  const its = {
    education: 'Carpentry',
    location: 'Leeds',
    phone: '5550142200',
    photo,
    linkedin: 'linkedin.com/in/dana',
  };
  const put = await buyer.call('PUT', `/profile/${buyer.email}`, { name: buyer.name, ...its });
  expect(expectOk(put).acknowledged).toBe(true);
  const kept = expectOk(await buyer.call('GET', `/profile/${buyer.email}`));
  expect(kept).toMatchObject({ education: 'Carpentry', location: 'Leeds', phone: '5550142200', photo });
});

spec('5 phone.number', 'a phone is taken as a number; what is none is refused in clear words', async () => {
  const buyer = await newCustomer(origin);
  const tool = await toolNamed(origin, 'G-Clamp');
  const photo = expectOk(await buyer.call('POST', '/images', await pictureForm())).data.url;
  const order = (phone: unknown) =>
    buyer.call('POST', '/orders', {
      ...{ phone, address: '1 Main Street', quantity: 20, tools_price: tool.price, tools_id: tool._id },
    });
  const profile = (phone: unknown) =>
    buyer.call('PUT', `/profile/${buyer.email}`, {
      ...{ education: 'Carpentry', location: 'Leeds', phone, photo, linkedin: 'linkedin.com/in/dana' },
    });
  const { insertedId } = expectOk(await order(5550142200));
  expect((await buyer.call('GET', `/orders/${insertedId}`)).body.phone).toBe('5550142200');
  expectOk(await profile(5550142200));
  expect((await buyer.call('GET', `/profile/${buyer.email}`)).body.phone).toBe('5550142200');
  for (const send of [order, profile])
    for (const phone of [12, -5550142200, 555014.22])
      expect(await send(phone)).toMatchObject({
        status: 400,
        body: {
          errors: [
            {
              field: 'phone',
              message:
                'Type a phone number of digits, such as 5550142200; an extension goes behind it, such as +1 555 010 0199 ext. 12.',
            },
          ],
        },
      });
});

spec(
  ['7 GET /review', '7 POST /addreview', '3 review.fields'],
  'acknowledged, then last of the list, without the e-mail of its writer',
  async () => {
    const writer = await newCustomer(origin, 'Tom Okafor');
    const review = `Counts were right, for 12 pallets of ${process.pid}.`;
    const body = { review, email: writer.email, name: 'Somebody Else', star: 3.5, photo: null };
    expect(expectOk(await writer.call('POST', '/addreview', body)).acknowledged).toBe(true);
    const kept = expectOk(await ask('GET', '/review')).find((one: { review: string }) => one.review === review);
    expect(kept).toMatchObject({ _id: expect.any(String), name: 'Tom Okafor', star: 3.5, photo: null });
    expect(JSON.stringify(expectOk(await ask('GET', '/review')))).not.toContain('@');
    expect((await ask('POST', '/addreview', body)).status).toBe(401);
  },
);

spec('7 GET /user', 'all users for admins, 403 for customers, 401 for strangers', async () => {
  const users = expectOk(await admin.call('GET', '/user'));
  expect(users.map((user: { email: string }) => user.email)).toContain(customer.email);
  expect((await customer.call('GET', '/user')).status).toBe(403);
  expect((await ask('GET', '/user')).status).toBe(401);
});

spec('7 PUT /makeAdmin/{email}', 'an admin makes one; a customer cannot', async () => {
  const chosen = await newCustomer(origin);
  expect((await customer.call('PUT', `/makeAdmin/${customer.email}`)).status).toBe(403);
  expect(expectOk(await admin.call('PUT', `/makeAdmin/${chosen.email}`)).acknowledged).toBe(true);
  expect(expectOk(await chosen.call('GET', `/admin/${chosen.email}`)).admin).toBe(true);
});

spec('7 GET /manageOrder', 'all orders for admins, 403 for customers', async () => {
  const order = await orderOf(origin, other, { tool: 'Spirit Level' });
  const all = expectOk(await admin.call('GET', '/manageOrder'));
  expect(all.map((one: { _id: string }) => one._id)).toContain(order._id);
  expect((await customer.call('GET', '/manageOrder')).status).toBe(403);
});

spec('7 PUT /manageOrder/{id}', 'a paid order is shipped; an unpaid one is not', async () => {
  const buyer = await newCustomer(origin);
  const order = await orderOf(origin, buyer, { tool: 'Spirit Level' });
  expect((await admin.call('PUT', `/manageOrder/${order._id}`)).status).toBe(409);
  await payFor(origin, buyer, order);
  expect((await buyer.call('PUT', `/manageOrder/${order._id}`)).status).toBe(403);
  expectOk(await admin.call('PUT', `/manageOrder/${order._id}`));
  expect((await buyer.call('GET', `/orders/${order._id}`)).body.shipping).toBe(true);
});

spec('7 DELETE /manageOrder/{id}', 'an admin deletes an unpaid order and its stock comes back', async () => {
  const { available_quantity: before } = await toolNamed(origin, 'Paint Roller');
  const order = await orderOf(origin, other, { tool: 'Paint Roller', quantity: 50 });
  expect((await toolNamed(origin, 'Paint Roller')).available_quantity).toBe(before - 50);
  expect((await customer.call('DELETE', `/manageOrder/${order._id}`)).status).toBe(403);
  expect(expectOk(await admin.call('DELETE', `/manageOrder/${order._id}`)).acknowledged).toBe(true);
  expect((await toolNamed(origin, 'Paint Roller')).available_quantity).toBe(before);
});

spec('7 bearer', "a page's private call carries the token that stands in the storage", async () => {
  const visitor = await visit({ as: customer });
  const asked = visitor.page.waitForRequest(/\/myorders\/./);
  await visitor.page.goto('/dashboard/myorders');
  const headers = await (await asked).allHeaders();
  const token = await visitor.page.evaluate(() => localStorage.getItem('access-token'));
  expect(headers.authorization).toBe(`Bearer ${token}`);
  await visitor.leave();
});

spec('7 POST /images', 'success and data.url, at which the picture is; what is no picture is refused', async () => {
  const uploaded = expectOk(await customer.call('POST', '/images', await pictureForm()));
  expect(uploaded).toMatchObject({ success: true, data: { url: expect.stringMatching(/^\/images\//) } });
  const picture = await fetch(new URL(uploaded.data.url, origin));
  expect(picture.headers.get('content-type')).toMatch(/^image\//);
  const text = new FormData();
  text.append('image', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' }), 'a.png');
  expect((await customer.call('POST', '/images', text)).status).toBe(415);
});

spec('9 lists.whole', 'all tools, all orders of a customer, all orders of the shop', async () => {
  const buyer = await newCustomer(origin);
  const placed: string[] = [];
  for (let count = 0; count < 22; count += 1) {
    const order = await orderOf(origin, buyer, { tool: 'Phillips Screwdriver' });
    // Unpaid orders are few at a time.
    await payFor(origin, buyer, order);
    placed.push(order._id);
  }
  const ids = async (asked: Promise<Heard>) => expectOk(await asked).map((one: { _id: string }) => one._id);
  expect(await ids(buyer.call('GET', `/myorders/${buyer.email}`))).toHaveLength(placed.length);
  expect(await ids(admin.call('GET', '/manageOrder'))).toEqual(expect.arrayContaining(placed));
  expect((await ids(ask('GET', '/tools'))).length).toBeGreaterThanOrEqual(28);
});

spec(
  '7 POST /addTool',
  'an admin adds, in strings as the form sends them; customers and strangers may not',
  async () => {
    const [{ image }] = expectOk(await ask('GET', '/tools'));
    const tool = {
      ...{ name: `Pipe Wrench of ${process.pid}`, image, description: 'Forged, 350 mm.' },
      ...{ min_quantity: '6', available_quantity: '90', price: '19' },
    };
    expect((await ask('POST', '/addTool', tool)).status).toBe(401);
    expect((await customer.call('POST', '/addTool', tool)).status).toBe(403);
    const added = expectOk(await admin.call('POST', '/addTool', tool));
    expect(added).toMatchObject({ acknowledged: true, insertedId: expect.any(String) });
    expect((await ask('GET', `/tools/${added.insertedId}`)).body).toMatchObject({ min_quantity: 6, price: 19 });
  },
);

spec('7 auth.provider', 'sign-up names the account and sign-in knows it; a reset mail is asked for', async () => {
  const { email, password, name } = customer;
  expect(expectOk(await ask('POST', '/auth/sign-in', { email, password })).displayName).toBe(name);
  expect((await ask('POST', '/auth/sign-in', { email, password: 'not-this-one' })).status).toBe(401);
  expectOk(await ask('POST', '/auth/request-reset', { email }));
});
