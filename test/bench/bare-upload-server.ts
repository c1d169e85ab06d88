import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

// The peer of the photos benchmark: it only streams each upload to a file.
const folder = process.argv[2] ?? '.';
let number = 0;

const server = createServer(async (request, response) => {
  number += 1;
  await pipeline(request, createWriteStream(join(folder, String(number))));
  response.end();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port}`);
});
