// The database driver dies with its process when a connection ends while a transaction is under way: it writes to a
// socket that is gone, where nobody can catch it (porsager/postgres issues 1154 and 1208, open). Until a version mends
// that, ours is mended here after each install. Plain JavaScript without packages, like its caller.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** What is put in the place of what, by file of the package. */
const EDITS = [
  {
    // What was to be written to a connection that is gone is not written to the next one in its place.
    file: 'src/connection.js',
    from: '    socket.removeAllListeners()\n    socket = null\n',
    to: '    socket.removeAllListeners()\n    socket = chunk = nextWriteTimer = null\n',
  },
  {
    // Whoever waits for an answer of it hears so.
    file: 'src/connection.js',
    from: '    const x = socket.write(chunk, fn)\n',
    to: "    if (!socket)\n      return (chunk = nextWriteTimer = null, error(Errors.connection('CONNECTION_CLOSED', options)), true)\n\n    const x = socket.write(chunk, fn)\n",
  },
  {
    // A connection that is cut while it asks for the types of arrays is opened again by itself: nobody waits for these.
    file: 'src/connection.js',
    from: '        return fetchArrayTypes()\n',
    to: '        return fetchArrayTypes().catch(() => undefined)\n',
  },
  {
    // A transaction whose connection is gone says nothing more, least of all on another one.
    file: 'src/index.js',
    from: '      , connection\n      , prepare = null\n',
    to: '      , connection\n      , lost = null\n      , prepare = null\n',
  },
  {
    file: 'src/index.js',
    from: 'connection.onclose = reject)\n',
    to: 'connection.onclose = error => (lost = error, reject(error)))\n',
  },
  {
    file: 'src/index.js',
    from: '        q.catch(e => uncaughtError || (uncaughtError = e))\n        c.queue',
    to: '        q.catch(e => uncaughtError || (uncaughtError = e))\n        if (lost)\n          return q.reject(lost)\n\n        c.queue',
  },
];

/**
 * Mends the driver in its folder, once. Answers why it cannot, or undefined.
 * @param {URL} folder of the package, with a slash at its end
 */
export function mendDriver(folder) {
  for (const { file, from, to } of EDITS) {
    const place = new URL(file, folder);
    const text = readFileSync(place, 'utf8');
    if (text.includes(to)) continue;
    if (text.split(from).length !== 2)
      return `The package postgres has changed in ${file}: see whether scripts/mend-driver.mjs is still needed.`;
    // Under another name first: the file may be shared with other checkouts.
    const draft = new URL(`${file}.new`, folder);
    writeFileSync(
      draft,
      text.replace(from, () => to),
    );
    renameSync(draft, place);
  }
}

// npm runs it after each install.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const trouble = mendDriver(new URL('../node_modules/postgres/', import.meta.url));
  if (trouble) {
    process.stderr.write(`${trouble}\n`);
    process.exitCode = 1;
  }
}
