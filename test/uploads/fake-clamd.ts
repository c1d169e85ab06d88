import { createServer, type Server, type Socket } from 'node:net';

/**
 * The EICAR test virus, which is harmless (eicar.org). It is in two parts, so that scanners do not report
 * this file.
 */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** A daemon with the used part of clamd's protocol: PING, and INSTREAM with its limit. */
export interface FakeClamd {
  readonly address: { readonly host: string; readonly port: number };
  readonly scanned: () => number;
  /** Stops answering: connections are accepted without a response. */
  readonly fallSilent: () => void;
  readonly close: () => Promise<void>;
}

export async function startFakeClamd({
  maxBytes = Number.POSITIVE_INFINITY,
}: {
  readonly maxBytes?: number;
} = {}): Promise<FakeClamd> {
  let isSilent = false;
  let scanned = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    let bytes = Buffer.alloc(0);
    socket.on('data', (more: Buffer) => {
      bytes = Buffer.concat([bytes, more]);
      const message = isSilent ? undefined : createAnswer(bytes, maxBytes);
      if (message === undefined) return;
      if (message.startsWith('stream:')) scanned += 1;
      socket.end(`${message}\0`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    address: { host: '127.0.0.1', port: address.port },
    scanned: () => scanned,
    fallSilent: () => {
      isSilent = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Undefined while the command is incomplete. */
function createAnswer(bytes: Buffer, maxBytes: number): string | undefined {
  const end = bytes.indexOf(0);
  if (end === -1) return undefined;
  const command = bytes.subarray(0, end).toString();
  if (command === 'zPING') return 'PONG';
  if (command !== 'zINSTREAM') return 'UNKNOWN COMMAND';
  const chunks: Buffer[] = [];
  let at = end + 1;
  while (at + 4 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    if (length === 0)
      return Buffer.concat(chunks).includes(eicar) ? 'stream: Eicar-Signature FOUND' : 'stream: OK';
    if (length > maxBytes) return 'INSTREAM size limit exceeded. ERROR';
    if (at + 4 + length > bytes.length) return undefined;
    chunks.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
