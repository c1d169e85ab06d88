import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { getSubmitName } from '#engine';
import { watchDocumentFiles } from '#schemas/watch-documents.ts';
import { CommandError } from '../../command/io.ts';
import { replaceFileAtomically } from '../output/write-output.ts';
import type { DocumentsSource } from '../workspace/load.ts';
import { getMediaType, type LiveAssets, plainText } from './live-assets.ts';
import { findWidgetFile } from './own-widgets.ts';
import type { ServedFiles } from './served-files.ts';

export interface DevServerOptions {
  /** The form in one file, or the folder of the documents; their files are watched. */
  readonly source: DocumentsSource;
  /** Reads the files. Rejects with a `CommandError` while they cannot be read. */
  readonly readFiles: () => Promise<ServedFiles>;
  /** The port, on the loopback interface; 0 for any free one. */
  readonly port: number;
  /** The page; closed with the server. */
  readonly assets: LiveAssets;
  /** The folder with the modules of widgets, served at `/own/`. */
  readonly widgetsFolder?: string | undefined;
}

export interface DevServer {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Milliseconds without a change after which a save is complete. Editors save in several steps. */
const debounceMs = 60;
/** Larger requests are refused: no document is that long. */
const maxBodyLength = 4_000_000;

/** The target of all uploads. What arrives there is forgotten. */
const uploadTarget = { path: 'dev/file', method: 'PUT', url: '/live/file' };

/**
 * Starts a server of this machine alone, whose page shows a form and the texts of its files. The page is
 * informed when a file changes, and may write a file. What is sent with the form, and each uploaded file, is
 * accepted and forgotten.
 * @throws CommandError If the port is in use.
 */
export async function startDevServer({
  source,
  readFiles,
  port,
  assets,
  widgetsFolder,
}: DevServerOptions): Promise<DevServer> {
  const folder = source.kind === 'file' ? dirname(source.path) : source.path;
  const listeners = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(error instanceof CommandError ? 503 : 500, plainText).end(String(error));
    });
  });

  /** Answers a request for the files; passes all others on to the assets of the page. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    // Another site must not reach this server by a name that it points here.
    if (!isLoopbackHost(request.headers.host)) return void response.writeHead(403, plainText).end();
    if (pathname === '/live/files' && request.method === 'PUT') {
      const { texts } = await readFiles();
      const file = searchParams.get('file') ?? '';
      if (!Object.hasOwn(texts, file)) return void response.writeHead(404, plainText).end();
      await replaceFileAtomically(join(folder, file), await readBody(request), 'see who may write to it');
      return void response.writeHead(204).end();
    }
    if (pathname === '/live/files') return sendJson(response, await readFiles());
    if (pathname === '/live/events') return listen(response);
    if (pathname === '/live/graphql')
      return sendJson(response, { data: { [await readSubmitName(request)]: { success: true } } });
    if (pathname === '/live/upload') return sendJson(response, uploadTarget);
    if (pathname === uploadTarget.url) {
      for await (const _chunk of request);
      return void response.writeHead(200).end();
    }
    const widgetFile = findWidgetFile(pathname, widgetsFolder);
    if (widgetFile !== undefined) return sendFile(response, widgetFile);
    assets.serve(request, response);
  }

  /** Leaves an answer open, to which an event is written at each change. */
  function listen(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write('retry: 500\n\n');
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new CommandError(`Cannot listen on port ${port}: ${cause.message}; name another with --port`, {
          cause,
        }),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  }).catch(async (error: unknown) => {
    await assets.close();
    throw error;
  });
  let timer: NodeJS.Timeout | undefined;
  /** Informs all pages when a save is complete. */
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const response of listeners) response.write('data: changed\n\n');
    }, debounceMs);
  };
  // The next reading of the files fails as well, and says why.
  const stopWatching = watchDocumentFiles(source.path, { onChange, onFailure: onChange });
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      clearTimeout(timer);
      stopWatching();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await assets.close();
    },
  };
}

/** Returns true for a host of this machine, with or without a port. */
function isLoopbackHost(host = ''): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(value));
}

/** Sends a file of the folder with the modules of widgets. Browsers ask for it anew each time. */
async function sendFile(response: ServerResponse, file: string): Promise<void> {
  const content = await readFile(file);
  response.writeHead(200, { 'Content-Type': getMediaType(file), 'Cache-Control': 'no-store' }).end(content);
}

/** Reads the name of the mutation from a GraphQL request, whose answer has it as its key. */
async function readSubmitName(request: IncomingMessage): Promise<string> {
  const operation = JSON.parse(await readBody(request))?.operationName;
  return getSubmitName({ settings: typeof operation === 'string' ? { operation } : {} });
}

/** Returns the body of a request as text. Throws `CommandError` if it is too long. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyLength) throw new CommandError('Cannot write a file of that length; shorten it');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
