import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { launchChromium } from '../harness/launch.ts';
import { watchPolicy } from '../harness/watch-policy.ts';

const CAUGHT = `<script nonce="n">try { document.body.innerHTML = '<b>x</b>'; } catch {}</script>`;
const PAGES: Record<string, string> = {
  '/fine': '<p>Nothing is refused here.</p>',
  '/inline': '<script>document.title = "ran"</script>',
  '/style': '<p style="color: red">Red</p>',
  '/handler': '<img src="/missing" onerror="document.title = 1">',
  '/foreign': '<img src="http://127.0.0.1:9/x.png">',
  '/caught': CAUGHT,
  '/code': '<script nonce="n">try { new Function("return 1") } catch {}</script>',
  '/framed': '<iframe src="/inline"></iframe>',
  '/popup': '<script nonce="n">open("/inline")</script>',
};
const POLICY =
  "default-src 'none'; script-src 'nonce-n'; style-src 'self'; frame-src 'self'; img-src 'self'; connect-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

let server: Server;
let origin: string;
const browser = await launchChromium();
beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  server = createServer(({ url = '' }, response) => {
    response.writeHead(PAGES[url] ? 200 : 404, { 'content-type': 'text/html', 'content-security-policy': POLICY });
    response.end(PAGES[url] ? `<!doctype html><body>${PAGES[url]}` : '');
  }).listen(port, '127.0.0.1');
});
afterAll(async () => {
  await browser.close();
  server.close();
});

async function refusalsAt(path: string): Promise<string[]> {
  const context = await browser.newContext();
  const refusals: string[] = [];
  await watchPolicy(context, (refusal) => refusals.push(refusal));
  const page = await context.newPage();
  await page.goto(origin + path);
  if (path !== '/fine') await expect.poll(() => refusals.length).toBeGreaterThan(0);
  await context.close();
  return refusals;
}

test('the guard of all browser tests hears every kind of refusal, also one that a script catches', async () => {
  for (const path of Object.keys(PAGES)) {
    const refusals = await refusalsAt(path);
    expect({ path, heard: refusals.length > 0 }).toEqual({ path, heard: path !== '/fine' });
  }
});
