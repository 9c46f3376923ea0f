// A minimal server for comparison: returns given bytes, or rows of a prepared statement as JSON. Discards mail.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { connect } from '../../platform/postgres/sql.ts';

const ROWS = `
  select id, name, image, description, min_quantity, available, price, sku, category, seq from tool
   where deleted_at is null and price <= $1 order by seq limit 21`;
let bytes = Buffer.alloc(0);
let headers: Record<string, string | number> = {};
let pool: ReturnType<typeof connect> | undefined;

const server = createServer((request, response) => {
  if (request.method === 'PUT') void keep(request, response);
  else if (request.url?.startsWith('/rows?')) void rows(request.url, response);
  else response.writeHead(200, headers).end(bytes);
});
const mail = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, _session, done) => {
    stream.resume().on('end', () => done());
  },
});

server.listen(0, '127.0.0.1', () =>
  mail.listen(0, '127.0.0.1', () => process.send?.({ port: portOf(server), smtpPort: portOf(mail.server) })),
);
process.on('disconnect', () => process.exit());

async function keep(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  if (request.url === '/bytes') {
    bytes = body;
    const { 'content-type': type = '', 'content-encoding': encoding } = request.headers;
    headers = { 'content-type': type, 'content-length': bytes.length };
    if (encoding) headers['content-encoding'] = encoding;
  } else {
    await pool?.end();
    pool = connect(JSON.parse(body.toString()), { max: 10, log: () => {} });
  }
  response.end();
}

/** `GET /rows?3000`: the first tools up to that price. */
async function rows(url: string, response: ServerResponse): Promise<void> {
  if (!pool) throw new Error('PUT /database comes first');
  const found = await pool.unsafe(ROWS, [Number(url.slice('/rows?'.length))], 'rows');
  const body = Buffer.from(JSON.stringify(found));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

const portOf = (it: { address(): AddressInfo | string | null }) => (it.address() as AddressInfo).port;
