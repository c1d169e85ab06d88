import { createReadStream } from 'node:fs';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { ClamdAddress } from '../platform/config/variables.ts';

export interface VirusScanner {
  /**
   * Returns the name of a virus; undefined if the file is clean.
   * @throws if it could not be scanned.
   */
  readonly scan: (file: string) => Promise<string | undefined>;
  /**
   * Resolves if the scanner works.
   * @throws if it does not.
   */
  readonly ping: () => Promise<void>;
}

/**
 * Creates a scanner that uses ClamAV's daemon over its socket (clamd(8), "COMMANDS"). The file is streamed,
 * so that the daemon may run on another machine or as another user.
 * @param silenceMs The time without data on the connection after which a command fails.
 */
export function createClamd(address: ClamdAddress, silenceMs: number): VirusScanner {
  return {
    async scan(file) {
      const answer = await sendCommand(address, silenceMs, encodeStream(file));
      const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
      if (found === undefined && answer !== 'stream: OK')
        throw new Error(`Cannot scan a file: clamd answered ${JSON.stringify(answer.slice(0, 200))}`);
      return found;
    },
    async ping() {
      const answer = await sendCommand(address, silenceMs, ['zPING\0']);
      if (answer !== 'PONG') throw new Error('Cannot scan files: what listens there is not clamd');
    },
  };
}

/**
 * Encodes a file for INSTREAM: the command, then chunks, each preceded by its length in four bytes, then a
 * length of zero.
 */
async function* encodeStream(file: string): AsyncGenerator<string | Buffer> {
  yield 'zINSTREAM\0';
  for await (const chunk of createReadStream(file)) {
    const bytes = chunk as Buffer;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    yield length;
    yield bytes;
  }
  yield Buffer.alloc(4);
}

/**
 * Connects, sends a command, returns the answer without its NUL, and closes the connection. Throws if there
 * is no answer, or none for `silenceMs`.
 */
async function sendCommand(
  address: ClamdAddress,
  silenceMs: number,
  command: Iterable<string> | AsyncIterable<string | Buffer>,
): Promise<string> {
  const socket = connect(address as NetConnectOpts);
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('Cannot scan files: clamd does not answer')));
  try {
    const answer = readAnswer(socket);
    // The daemon may close the connection before everything is sent. The answer, or its absence, reports the
    // failure.
    pipeline(command, socket, { end: false }).catch((error: Error) => socket.destroy(error));
    return await answer;
  } finally {
    socket.destroy();
  }
}

/**
 * Resolves to the text up to a NUL, or all of it if the connection closes before. Rejects if the connection
 * closes without any text.
 */
function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    let failure = new Error('Cannot scan files: clamd closed the connection without an answer');
    socket.setEncoding('utf8');
    socket.on('data', (more: string) => {
      text += more;
      if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')).trim());
    });
    socket.on('error', (error) => {
      failure = error;
    });
    socket.once('close', () => (text === '' ? reject(failure) : resolve(text.trim())));
  });
}
