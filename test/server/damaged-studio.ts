import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { withoutRules } from '../support/forms.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';

export function createTemporaryData(): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-damaged-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a server with a studio on a data folder; it ends with the test. */
export async function startOnData(data: string): Promise<RunningServer> {
  const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword };
  const server = await startServer({ env, documents: withoutRules });
  onTestFinished(async () => void (await server.stop()));
  return server;
}

export async function fetchPageStatus({ url }: RunningServer): Promise<number> {
  const { status } = await fetch(new URL('/contact', url));
  return status;
}
